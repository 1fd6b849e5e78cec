// What the server sends; see API.md.

export type Colour = "white" | "black";
export type GameName = "havannah" | "hex" | "y";

export interface ShapeMessage {
  game: GameName;
  size: string;
  first: Colour;
  /** Each row begins half a cell further left (-1) or right (1) than the one above. */
  lean: -1 | 1;
  /** Whether each colour has sides of its own. */
  own_sides: boolean;
  /** Column, row, marks for White, marks for Black. */
  cells: [number, number, number, number][];
  names: Record<string, string[]>;
  /** The least cell that each cell is an image of. */
  images: number[];
}

export type Seat = { kind: "human" } | { kind: "engine"; level: number | null; preset?: string } | { kind: "guest" };

export interface Win {
  kind: "ring" | "bridge" | "fork" | "chain";
  colour: Colour;
  cells: number[];
  marks: number;
  names: string[];
  enclosed: number[];
}

export interface Over {
  winner: Colour | "draw";
  how: "win" | "draw" | "resign" | "time";
  sentence: string;
  wins: Win[];
}

export interface Moment {
  game: GameName;
  size: string;
  stones: string;
  turn: Colour;
  ply: number;
  last: number | null;
  numbers: [number, number][];
  can_swap: boolean;
  threats: Record<Colour, number[]>;
  dead: boolean;
  over: Over | null;
}

export interface ClockState {
  white: number;
  black: number;
  running: Colour | null;
  main: number;
  increment: number;
}

/** What an answer is about: the identity of a position, or of the game on the table. Both are made by the server. */
export type Identified = { key: string } | { table: string };

/** Whether the swap is still to come: the first stone is to be placed, or may be taken over now. */
export type SwapStage = "opening" | "reply" | null;

export interface State extends Moment {
  type: "state";
  /** The identity of the position on the board. */
  key: string;
  /** The game on the table, and this moment of it. */
  table: string;
  at: string;
  node: number;
  live: number;
  swap_rule: boolean;
  seats: Record<Colour, Seat>;
  thinking: boolean;
  analysing: boolean;
  hint: { key: string; cell: number | null; swap: boolean } | null;
  hint_due: boolean;
  review: { left: number; total: number };
  solving: string | null;
  batch: { done: number; total: number; on: boolean; games: number };
  ponder: boolean;
  can_undo: boolean;
  can_redo: boolean;
  clock: ClockState | null;
  guests: number;
  /** The colour of the guest's seat. */
  guest: Colour | null;
  /** Where a swap would put the stone, and whether it exchanges the sides instead. */
  swap_to: { cell: number; sides: boolean } | null;
  invitation: string | null;
}

export interface TreeNode {
  id: number;
  parent: number | null;
  children: number[];
  move: string | null;
  mover: Colour;
  comment?: string;
  white?: number;
  visits?: number;
  proved?: Colour | "draw";
}

export interface TreeMessage {
  type: "tree";
  table: string;
  names: [string, string];
  info: [string, string[]][];
  nodes: TreeNode[];
}

export type Verdict = "unknown" | "win" | "draw" | "loss";

export interface Candidate {
  cell: number;
  visits: number;
  win: number;
  rave: number;
  prior: number;
  verdict?: Verdict;
  line?: number[];
}

export interface Analysis {
  type: "analysis";
  key: string;
  turn: Colour;
  swap: SwapStage;
  /** What swapping is worth, when it is possible. */
  swap_win: number | null;
  visits: number;
  seconds: number;
  memory: number;
  win: number;
  verdict: Verdict;
  live: boolean;
  moves: Candidate[];
}

export interface ProofMessage {
  type: "proof";
  key: string;
  turn: Colour;
  swap: SwapStage;
  /** Whether the swap is what wins. */
  take: boolean;
  winner: Colour | "draw" | null;
  line: number[];
  nodes: number;
  proof: number;
  disproof: number;
  /** What is known of the moves from here while the solver works. */
  replies: { cell: number; proof: number; disproof: number; work: number; state: "wins" | "loses" | "fails" | "holds" | null }[];
  seconds: number;
  live: boolean;
}

export type ProofEnd = "open" | "wins" | "searched" | "helpless" | "threats";

export interface WalkRow {
  cell: number;
  answer: number | null;
  positions: number;
  end: ProofEnd;
}

/** Where the moment stands in a proof. */
export interface WalkPlace {
  /** Nobody when the line has left one half of the proof of a draw. */
  winner: Colour | "draw" | null;
  checked: boolean;
  positions: number;
  /** Whether the line has left what the proof spells out. */
  beyond: boolean;
  /** Whether the rows are the loser's replies. */
  replies: boolean;
  end: ProofEnd;
  rows: WalkRow[];
  /** Replies that the proof does not spell out. */
  others?: number;
}

export interface WalkMessage {
  type: "walk";
  key: string;
  swap: SwapStage;
  place: WalkPlace | null;
}

export interface Score {
  moves: number;
  accuracy: number;
  /** Inaccuracies, mistakes, blunders. */
  faults: [number, number, number];
  proved: number;
}

export interface Judgement {
  ply: number;
  colour: Colour;
  player: string;
  move: string;
  best: string | null;
  before: number;
  after: number;
  lost: number;
  verdict: string;
  proved: boolean;
}

export interface BatchGame {
  number: number;
  file: string;
  game: GameName;
  size: string;
  names: [string, string];
  winner: Colour | "draw" | null;
  plies: number;
  white: Score;
  black: Score;
  worst: Judgement[];
}

export interface BatchMessage {
  type: "batch";
  games: BatchGame[];
  players: (Score & { name: string; games: number })[];
  bad: number;
}

export interface ExplorerMove {
  cell: number;
  games: number;
  wins: number;
  known: number;
  some: { file: string; white: string; black: string; winner: string | null }[];
}

export interface ExplorerMessage {
  type: "explorer";
  key: string;
  games: number;
  bad: number;
  moves: ExplorerMove[];
}

/** An opening of a swap map: what it is worth to the first player if nobody swaps. Cells that are images of it share it. */
export interface Opening {
  cells: string[];
  winrate: number;
  verdict: Verdict;
  visits: number;
}

/** A map that was made beforehand, if there is one for the board of the key. */
export interface StoredMap {
  key: string;
  openings: Opening[] | null;
}

/** A map that is being made on this machine. */
export interface SwapMapMessage {
  type: "swap_map";
  key: string;
  left: number;
  total: number;
  openings: Opening[];
}

export interface Welcome {
  type: "welcome";
  session: string | null;
  role: "owner" | "guest";
}

/** A game that is kept on this machine. */
export interface KeptGame {
  id: string;
  game: GameName;
  size: string;
  /** The last position of its main line. */
  stones: string;
  last: number | null;
  plies: number;
  names: [string, string];
  seats: Record<Colour, Seat>;
  winner: Colour | "draw" | null;
  /** In seconds since 1970. */
  begun: number;
  changed: number;
  /** Whether it is on a table. */
  open: boolean;
}

/** A game was replaced and is kept under this name. */
export interface KeptMessage {
  type: "kept";
  game: string;
}

/** Moves were deleted, and can be brought back. */
export interface DeletedMessage {
  type: "deleted";
  table: string;
  moves: number;
}

export interface Notice {
  type: "notice";
  kind: "info" | "error" | "refused";
  text: string;
}

export type ServerMessage =
  | State
  | TreeMessage
  | Analysis
  | ProofMessage
  | ExplorerMessage
  | WalkMessage
  | BatchMessage
  | SwapMapMessage
  | KeptMessage
  | DeletedMessage
  | Welcome
  | Notice;

export interface Info {
  version: string;
  levels: { level: number | null; name: string; visits: number | null; seconds: number | null }[];
  classic: { preset: string; game: GameName }[];
  solver: boolean;
  open_to_others: boolean;
  addresses: string[];
  puzzles: boolean;
}

export const other = (colour: Colour): Colour => (colour === "white" ? "black" : "white");
