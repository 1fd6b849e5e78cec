// The rules and first ideas, each with a small board to try it on. After Ewalds' thesis, chapter 3, in our own words.

import type { Colour, GameName } from "../types";

export interface Lesson {
  title: string;
  text: string;
  /** What to do on the board. */
  task: string;
  done: string;
  game: GameName;
  size: string;
  white: string;
  black: string;
  you: Colour;
  /** The other side's replies: a stone on one cell of a pair is answered on the other. */
  pairs?: [string, string][];
  /** What the other side plays when nothing presses. */
  plan?: string;
  /** When the lesson is learned: a win of yours, a win of the other side, or every pair answered. */
  goal: "win" | "lose" | "pairs";
}

/** The lesson of that title, by its number. */
export const lessonOf = (title: string): number => LESSONS.findIndex((lesson) => lesson.title === title);

export const LESSONS: Lesson[] = [
  {
    title: "Ring",
    text: "Two players place stones in turn on any empty cell; stones never move. There are three ways to win. The first is a ring: a closed loop of your stones around at least one cell, whatever stands inside.",
    task: "You are White. Close the ring.",
    done: "A ring. The cell inside may be empty, yours or your opponent's.",
    game: "havannah", size: "4", white: "c3 c4 d5 e5 e4", black: "b2 b4 d6 f5 d4", you: "white", goal: "win",
  },
  {
    title: "Bridge",
    text: "The second is a bridge: a chain that joins two of the six corners. Corners are marked on the rim of the board.",
    task: "Join two corners.",
    done: "A bridge. Neighbouring corners are as good as distant ones.",
    game: "havannah", size: "4", white: "a4 b5 d7 c4", black: "b3 c5 d5 e5", you: "white", goal: "win",
  },
  {
    title: "Fork",
    text: "The third is a fork: a chain that touches three of the six edges. A corner belongs to no edge.",
    task: "Join the parts so that they touch three edges.",
    done: "A fork: the most common win on large boards.",
    game: "havannah", size: "4", white: "a3 b3 c4 c5 c6 d3 e3 e2", black: "b2 b4 d5 e5 d2 c2 f4 e6", you: "white", goal: "win",
  },
  {
    title: "Virtual connection",
    text: "Two stones with two empty cells between them are as good as joined: whichever of the two cells the opponent takes, you take the other. This is a virtual connection.",
    task: "You are Black. Try to part White's two stones.",
    done: "White is connected. Only a threat that White must answer elsewhere can break such a link.",
    game: "havannah", size: "4", white: "c3 e4", black: "f5", you: "black", pairs: [["d3", "d4"]], goal: "pairs",
  },
  {
    title: "Frame",
    text: "A frame is a chain of virtual connections that would win if it were filled in. Its length is the number of stones that are still missing. White's frame here runs from corner to corner and needs four.",
    task: "You are Black. Try to break the frame.",
    done: "Every attack was answered, and White has a bridge. A frame wins unless you are faster elsewhere.",
    game: "havannah", size: "4", white: "a1 c2 d4 c5 a4", black: "e6 f4 f6 e3", you: "black",
    pairs: [["b1", "b2"], ["c3", "d3"], ["c4", "d5"], ["b4", "b5"]], plan: "b1 c3 c4 b4", goal: "lose",
  },
  {
    title: "Race",
    text: "Both sides may have a frame at once; then the shorter one wins, and at equal length the one who moves. Both frames here need two stones.",
    task: "You are White, and it is your move. Win the race.",
    done: "You were one move ahead. Counting such races is the heart of the game; a threat on the way can win a move.",
    game: "havannah", size: "4", white: "a1 b2 c4 c5 a4", black: "g7 f6 e4 e3 g4", you: "white",
    pairs: [["f5", "e5"], ["f4", "f3"]], plan: "f5 f4 e5 f3", goal: "win",
  },
  {
    title: "Swap",
    text: "Moving first is an advantage. So after the first stone the second player may swap: the stone turns black where it lies, and White moves again. Open with a stone that is neither too good nor too bad.",
    task: "You are White. Close the ring around the filled cell.",
    done: "That counts, too: a ring may hold your own stone. Now you know the rules.",
    game: "havannah", size: "4", white: "d4 c3 c4 d5 e5 d3", black: "b2 b4 d6 f5 f4 c5", you: "white", goal: "win",
  },
  {
    title: "Hex",
    text: "Hex is played on a rhombus. Black joins top and bottom, White joins left and right; Black moves first. Somebody always wins.",
    task: "You are Black. Join the top to the bottom.",
    done: "A chain from side to side. The two cells of a virtual connection work here as well, and nothing can break them.",
    game: "hex", size: "5", white: "a2 b4 d3 d4", black: "d1 c2 b5 c3", you: "black", pairs: [["b4", "c4"]], goal: "win",
  },
];
