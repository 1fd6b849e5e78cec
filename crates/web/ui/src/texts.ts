// Every text that users read, in one place.

import type { Colour, Over, Seat, Win } from "./types";

export const colourName = (colour: Colour): string => (colour === "white" ? "White" : "Black");

export const seatName = (seat: Seat): string => {
  if (seat.kind === "human") return "You";
  if (seat.kind === "guest") return "Guest";
  if (seat.preset !== undefined) return classicName(seat.preset);
  return seat.level === null ? "Full strength" : `Level ${seat.level}`;
};

/** The classical players: name and kind. */
const classic: Record<string, [string, string]> = {
  "rogers-tree": ["Rogers: tree", "looks through all moves, a few deep"],
  "rogers-straight": ["Rogers: plain", "runs for a bridge or a fork, whatever you do"],
  "rogers-defence": ["Rogers: defence", "the same, and blocks now and then"],
  "rogers-ring": ["Ring builder", "builds a ring around a cell drawn by lot"],
  "rogers-repaired": ["Rogers: repaired", "the defence as its author wished it"],
  potential: ["Potential", "alpha-beta by two-distance"],
  queenbee: ["Queenbee", "alpha-beta by two-distance, sparser after bad moves"],
  "queenbee-full": ["Queenbee: full width", "alpha-beta over all moves"],
  "queenbee-beam5": ["Queenbee: beam", "alpha-beta over the five best moves"],
  "queenbee-tapered": ["Queenbee: tapered", "alpha-beta, narrower with depth"],
  hexy: ["Hexy", "virtual connections and electrical resistance"],
};
export const classicName = (preset: string): string => classic[preset]?.[0] ?? preset;
export const classicKind = (preset: string): string => classic[preset]?.[1] ?? "";

/** Corners, edges and Hex sides as they lie when the board is turned by 30 degrees, in the order of their marks. */
const TURNED: Record<Win["kind"], string[]> = {
  ring: [],
  bridge: ["top", "upper right", "lower right", "bottom", "lower left", "upper left"],
  fork: ["upper right", "right", "lower right", "lower left", "left", "upper left"],
  chain: [],
};
const TURNED_SIDES: Record<string, string> = { top: "upper right", bottom: "lower left" };

/** The names of what a win joins, as it is seen. */
function joined(win: Win, isTurned: boolean): string[] {
  if (!isTurned) return win.names;
  if (win.kind === "chain") return win.names.map((name) => TURNED_SIDES[name] ?? name);
  const bits = win.kind === "fork" ? win.marks >> 6 : win.marks;
  return TURNED[win.kind].filter((_, i) => (bits >> i) & 1);
}

const shapeText = (win: Win, isTurned: boolean): string => {
  const names = joined(win, isTurned);
  return names.length ? `${win.kind} (${names.join(", ")})` : win.kind;
};

/** `1 position`, `2.4k positions`. */
export const counted = (count: number, one: string, many = `${one}s`): string => `${short(count)} ${count === 1 ? one : many}`;

/** 950, 1.8k, 18k, 2.4M */
export function short(count: number): string {
  if (count < 1000) return String(count);
  const [value, unit] = count < 1_000_000 ? [count / 1000, "k"] : [count / 1_000_000, "M"];
  return `${value < 10 ? value.toFixed(1) : Math.round(value)}${unit}`;
}

export const percent = (share: number): string => `${Math.round(share * 100)} %`;

export function time(milliseconds: number): string {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000));
  const two = (value: number) => String(value).padStart(2, "0");
  const minutes = Math.floor(seconds / 60);
  if (minutes >= 60) return `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(seconds % 60)}`;
  return `${minutes}:${two(seconds % 60)}`;
}

export const texts = {
  brand: "Robusto",
  bar: {
    new: "New",
    open: "Open",
    save: "Save",
    undo: "Undo",
    redo: "Redo",
    swap: "Swap",
    hint: "Hint",
    analyse: "Analyse",
    solve: "Who wins?",
    solving: "Stop solving",
    more: "More",
    label: "Game",
  },
  titles: {
    new: "Start a new game (N)",
    open: "Open a game file, or paste one (O)",
    save: "Save or share this game (S)",
    undo: "Take back (U)",
    redo: "Play again (R)",
    swap: "Take over the first stone (W)",
    hint: "Suggest a move (H)",
    analyse: "Analyse continuously (A)",
    solve: "Find out who wins with perfect play",
    more: "Learn, study and settings",
  },
  menu: {
    games: "My games",
    learn: "Learn the rules",
    setup: "Set up a position",
    explorer: "Explore a folder of games",
    batch: "Review my games",
    invite: "Invite someone",
    watch: "Watch two engines",
    puzzles: "Puzzles",
    swapMap: "Swap map",
    settings: "Settings",
    keys: "Keyboard",
  },
  close: "Close",
  undo: "Undo",
  cancel: "Cancel",
  status: {
    yourTurn: (colour: Colour) => `Your move: ${colourName(colour)}.`,
    first: (colour: Colour) => `You are ${colourName(colour)}. Click a cell.`,
    firstTouch: (colour: Colour) => `You are ${colourName(colour)}. Tap a cell.`,
    turn: (colour: Colour) => `${colourName(colour)} to move.`,
    thinking: (name: string) => `${name} is thinking`,
    guestTurn: "Your guest is to move.",
    hostTurn: (colour: Colour, name: string) => `${colourName(colour)} to move: ${name === "Your host" ? "your host" : name}.`,
    noSeat: "You are watching.",
    waiting: "Waiting for your guest to open the link.",
    paused: "The engine waits. Let it move?",
    goOn: "Go on",
    pause: "Pause",
    dead: "Nobody can win any more: a draw.",
    lookBack: "You are looking back.",
    returnToGame: "Return to the game",
    showMe: "show me",
    winsBy: { havannah: "Ring, bridge or fork wins: ", hex: "Join your two sides to win: ", y: "Join all three sides to win: " },
    forced: (cell: string) => `You must answer at ${cell}.`,
    threat: (cell: string) => `You can win at ${cell}.`,
  },
  over: (over: Over, isTurned: boolean): string => {
    if (over.winner === "draw") return "A draw: the board is full.";
    const loser = colourName(over.winner === "white" ? "black" : "white");
    if (over.how === "resign") return `${colourName(over.winner)} wins: ${loser} resigned.`;
    if (over.how === "time") return `${colourName(over.winner)} wins: ${loser} ran out of time.`;
    const shapes = over.wins.map((win) => shapeText(win, isTurned)).join(" and ");
    return `${colourName(over.winner)} wins${shapes && `: ${shapes}`}.`;
  },
  moments: "What decided it?",
  resign: "Resign",
  rematch: "Play again",
  swapQuestion: {
    title: "Swap?",
    text: (name: string) =>
      `Before your first move you may take over the stone at ${name} as your own. Then your opponent moves.`,
    mirrored: (name: string, to: string) =>
      `Before your first move you may take over the stone at ${name}: it becomes yours on the mirrored cell, ${to}. Then your opponent moves.`,
    sides: (name: string, colour: Colour) =>
      `Before your first move you may exchange sides: you become ${colourName(colour)} and own the stone at ${name}. Then your opponent moves.`,
    hint: "The hint: swap.",
    yes: "Swap",
    no: "Keep playing",
  },
  swapNews: {
    stone: (name: string, cell: string, own: Colour) =>
      `${name} takes over your stone: it is a strong opening. The stone at ${cell} is ${colourName(own === "white" ? "black" : "white")} now. You are still ${colourName(own)}: place a stone.`,
    sides: (name: string, own: Colour) => `${name} exchanges sides with you: your stone was a strong opening. You are ${colourName(own)} now: place a stone.`,
    rule: "How the swap works",
    close: "Go on",
  },
  confirm: (name: string) => `Play ${name}`,
  analysis: {
    title: "Analysis",
    heat: "Colour cells by",
    heats: { visits: "visits", win: "win rate", rave: "RAVE", prior: "prior", none: "nothing" },
    numbers: "Numbers",
    off: "Analysis is off.",
    start: "Start analysis",
    stop: "Stop analysis",
    waiting: "Thinking…",
    over: "The game is over here.",
    summary: (win: string, visits: number, seconds: string) => `${win} · ${counted(visits, "visit")} · ${seconds} s`,
    swap: { opening: "The swap is counted: the opponent takes the better side.", reply: "The swap is counted." },
    swapRow: "swap",
    settled: "settled",
    wins: "wins",
    loses: "loses",
    draws: "draw",
    hint: "Hover a line to see it; the wheel steps through it; click adds it.",
    moves: "Candidate moves",
    played: "This move was played in the game.",
    lastMove: "Win rate of the side to move, and how often the move was tried",
  },
  graph: {
    title: "Win rate",
    review: "Review game",
    stop: "Stop review",
    progress: (done: number, total: number) => `Reviewing ${done} of ${total}`,
    empty: "Review the game to see where it turned.",
    label: "White's win rate over the game. Use the left and right arrow keys to move through it.",
    mistake: (move: string, number: number, lost: string) => `${number}. ${move} threw away ${lost}`,
    none: "No move threw much away.",
    decided: "The moments that decided it",
  },
  tree: {
    title: "Moves",
    start: "Start",
    promote: "Make main line",
    remove: "Delete from here",
    deleted: (count: number) => `${counted(count, "move")} deleted.`,
    comment: "Comment on this move",
    empty: "No move yet.",
    nav: { start: "First move", back: "Back", forward: "Forward", end: "Last move" },
  },
  newGame: {
    title: "New game",
    game: "Game",
    size: "Board",
    other: "Other size",
    otherHint: { havannah: "2 to 15, or uneven such as 4x4x5", hex: "1 to 19, or such as 11x9", y: "1 to 30" },
    opponent: "Opponent",
    engine: "Engine",
    person: "Person here",
    guest: "Person by link",
    watch: "Two engines",
    level: "Level",
    levelOf: (colour: Colour) => `${colourName(colour)}'s level`,
    full: "Full strength",
    colour: "Your colour",
    random: "Either",
    swap: "Second player may swap",
    ponder: "Engine thinks during your turn, too",
    strength: (name: string, visits: number | null, seconds: number | null) =>
      visits ? `${name}: ${counted(visits, "simulation")} a move` : seconds ? `${name}: ${seconds} s a move` : name,
    clock: "Clock",
    noClock: "No clock",
    clocks: { "300+5": "5 min + 5 s", "900+10": "15 min + 10 s", "60+2": "1 min + 2 s" },
    start: "Start game",
    seats: "Change players, keep the game",
  },
  files: {
    open: "Open a game",
    openText: "Choose a game file or a certificate (.proof), drop one anywhere on this page, or paste the text of a game.",
    choose: "Choose file…",
    checking: "Checking the certificate…",
    badCertificate: (name: string, why: string) => `${name || "The certificate"} was refused: ${why}.`,
    paste: "Paste the text of a game here",
    load: "Open text",
    save: "Save and share",
    sgf: "Game file (SGF)",
    lg: "Little Golem file",
    svg: "Picture (SVG)",
    png: "Picture (PNG)",
    text: "Text diagram",
    moves: "List of moves",
    address: "Address of this position",
    copied: "Copied.",
    cannotCopy: "The browser does not let me copy. Select the text and copy it yourself.",
    tooLarge: "That file is larger than 4 MB, more than the app opens.",
    copy: "Copy",
    names: "Names in the file",
    white: "White's name",
    black: "Black's name",
  },
  setup: {
    title: "Set up a position",
    text: "Click cells to place stones; click a stone to take it away.",
    place: "Place",
    both: "Alternate",
    erase: "Nothing",
    turn: "To move",
    clear: "Empty the board",
    done: "Use this position",
  },
  explorer: {
    title: "Explore games",
    text: "Choose a folder of game files. It stays on this machine.",
    none: "No game of the library was here.",
    games: (count: number) => `${count} ${count === 1 ? "game" : "games"}`,
    score: (wins: number, known: number) => (known ? `${Math.round((wins / known) * 100)} % won` : "no result"),
    forget: "Empty the library",
  },
  folder: {
    choose: "Choose folder…",
    files: "or files…",
    reading: (done: number, all: number) => `Reading ${done} of ${all} files…`,
    none: "There are no game files (.sgf, .hgf) among these.",
  },
  batch: {
    title: "Review my games",
    text: "Choose your game files. The engine looks at every move and finds the mistakes; you can play on meanwhile.",
    time: "Time for each move",
    times: ["0.2", "0.5", "2", "5"].map((seconds): [string, string] => [seconds, `${seconds} s`]),
    progress: (done: number, total: number) => `${done} of ${total} moments`,
    done: (games: number) => `${games} ${games === 1 ? "game" : "games"} reviewed.`,
    stop: "Pause",
    goOn: "Go on",
    forget: "Clear the review",
    players: "Players",
    player: "Name",
    count: "Games",
    accuracy: "Accuracy",
    faults: "Faults",
    faultKinds: "inaccuracies · mistakes · blunders",
    biggest: "Biggest blunders",
    none: "No move threw much away.",
    games: "Games",
    plies: (count: number) => `${count} ${count === 1 ? "move" : "moves"}`,
    won: (winner: Colour | "draw" | null) => (winner === null ? "no result" : winner === "draw" ? "draw" : `${colourName(winner)} won`),
    mistakes: (count: number) => `${count} ${count === 1 ? "mistake" : "mistakes"}`,
    mistake: (ply: number, move: string, lost: string, best: string) => `${ply}. ${move} threw away ${lost}${best ? `; better ${best}` : ""}`,
    proved: "proved",
    open: "Open this game",
  },
  puzzles: {
    text: "One move wins; every other throws the win away. The engine defends as well as it can.",
    choose: "Choose a puzzle.",
    name: (number: number, size: string) => `Puzzle ${number}, size ${size}`,
    solved: "solved",
    task: (colour: string, moves: number) => `${colour} to move and win in ${moves}.`,
    missed: "That was not the winning move. Undo and try another.",
    right: "Solved.",
    wrong: "Lost. Undo and try again.",
  },
  pages: { back: "Back to the board" },
  myGames: {
    kept: "Kept in My games.",
    back: "Back to your game",
    search: "Search: player, game, size, date",
    none: "No game yet. Every game that you begin or open is kept here.",
    count: (found: number, all: number) => (found === all ? counted(all, "game") : `${found} of ${counted(all, "game")}`),
    more: "Show more",
    open: "Open",
    onBoard: "on the board now",
    result: (winner: Colour | "draw" | null) => (winner === null ? "not finished" : winner === "draw" ? "draw" : `${colourName(winner)} won`),
    remove: "Delete",
    removed: "The game is deleted.",
    unreachable: "The games cannot be read just now. Try again.",
  },
  swapMap: {
    text: "With the swap rule your opponent takes over every opening that is worth more than half. So open near 50, and swap what is above.",
    start: "Make the map of this board",
    again: "Make it anew on this machine",
    stop: "Stop making the map",
    choose: "Point at a cell to read what its opening is worth.",
    progress: (done: number, total: number) => `Opening ${done} of ${total}`,
    made: (total: number) => `Made on this machine: ${counted(total, "opening")}.`,
    stored: (visits: number) => `Made beforehand with ${counted(visits, "simulation")}.`,
    opening: (name: string, verdict: string, share: string, isAbove: boolean) => {
      if (verdict === "win") return `${name} wins for whoever owns the stone: proved. Swap it.`;
      if (verdict === "loss") return `${name} loses for whoever owns the stone: proved. Do not swap it.`;
      if (verdict === "draw") return `${name} is a draw: proved.`;
      return `${name}: ${share} for whoever owns the stone. ${isAbove ? "Swap it." : "Do not swap it."}`;
    },
    note: "Each number is the win rate of whoever owns the first stone after the choice; ✓ ✕ = are proved. Cells that are images of each other share it.",
  },
  invite: {
    title: "Invite someone",
    closed:
      "This server listens to this machine only. Start it with an address of your network (robusto web --listen 0.0.0.0) to play with someone elsewhere.",
    text: "Send this link. Whoever opens it plays the other colour; the link holds a secret of its own.",
    colour: "Your guest plays",
    make: "Make a link",
    here: (count: number) => (count ? "Your guest is here." : "Nobody has opened the link yet."),
  },
  settings: {
    title: "Settings",
    theme: "Theme",
    themes: { system: "As the system", light: "Light", dark: "Dark" },
    coords: "Coordinates",
    coordNames: {
      gui: "Letters and numbers (f5)",
      lg: "Little Golem (F3)",
      web: "Little Golem web (qn)",
      openspiel: "OpenSpiel (e6)",
      rogers: "Rogers (E6)",
      none: "None",
    },
    turned: "Turn the board by 30 degrees",
    moveNumbers: "Move numbers on stones",
    threats: "Show winning cells and forced replies",
    confirm: "Confirm each move on touch screens",
    sound: "Soft sound for stones",
  },
  keys: {
    title: "Keyboard",
    rows: [
      ["N", "new game"],
      ["O", "open"],
      ["S", "save and share"],
      ["U or Ctrl Z", "take back"],
      ["R or Ctrl Y", "play again"],
      ["← →", "one move back, on"],
      ["Home End", "first, last move"],
      ["↑ ↓", "other variations"],
      ["W", "swap"],
      ["H", "hint"],
      ["A", "analysis"],
      ["M", "move numbers"],
      ["T", "turn the board"],
      ["B", "to the board: arrows choose a cell, Enter plays, Esc leaves"],
      ["Esc", "close a panel"],
      ["?", "this sheet"],
    ],
  },
  solve: {
    title: "Proof",
    live: (nodes: number, seconds: string, numbers: string) => `Solving: ${counted(nodes, "node")} in ${seconds} s${numbers}`,
    liveOpenings: (nodes: number, seconds: string) => `Solving every opening, the swap included: ${counted(nodes, "node")} in ${seconds} s`,
    numbers: (proof: string, disproof: string) => ` · to prove ${proof}, to refute ${disproof}`,
    nodes: (count: number) => counted(count, "node"),
    states: { wins: "✓ wins", loses: "✕ loses", fails: "no win", holds: "no loss" },
    answer: "The move that keeps it.",
    replies: (colour: string) => `${colour}'s replies, and what answers each.`,
    then: (move: string) => `then ${move}`,
    below: (positions: number) => (positions ? counted(positions, "position") : ""),
    positions: (count: number) => `${counted(count, "position")} in the proof.`,
    checked: (count: number) => `${counted(count, "position")}, checked.`,
    beyond: "The proof does not spell this line out.",
    ask: "Prove it from here",
    others: (count: number) => `${count} other ${count === 1 ? "reply loses" : "replies lose"} at sight.`,
    ends: {
      open: "",
      wins: "wins at once",
      searched: "a short ending",
      helpless: "nothing helps",
      threats: "by a chain of threats",
    },
    endings: {
      open: "",
      wins: "A stone wins at once.",
      searched: "A short ending decides it.",
      helpless: "Nothing helps any more.",
      threats: "A chain of threats decides it.",
    },
    wins: (colour: Colour) => `${colourName(colour)} wins with perfect play.`,
    draw: "A draw with perfect play.",
    holds: "At least one side has a draw here; the proof says no more.",
    swapWins: (colour: Colour) => `${colourName(colour)} wins with perfect play: by swapping.`,
    keepWins: (colour: Colour) => `${colourName(colour)} wins with perfect play: by playing on, without the swap.`,
    swapDraw: "A draw with perfect play, with the swap and without it.",
    secondWins: "The second player wins with perfect play, whatever the opening: the swap takes the better side.",
    firstWins: "The first player wins at once: there is nothing to swap.",
    openingDraw: "A draw with perfect play, the swap included.",
    withoutSwap: (winner: Colour | "draw") => (winner === "draw" ? "Played on without the swap, it is a draw." : `Played on without the swap, ${colourName(winner)} wins.`),
    everyMove: "Every move loses.",
    unknown: "No proof found yet.",
  },
  connection: { lost: "The connection is lost. Trying again…", refused: "Not allowed" },
  cell: {
    empty: "empty",
    stone: (colour: Colour) => `${colour} stone`,
    last: "last move",
    corner: "corner",
    edge: "edge",
    wins: (colour: Colour) => `${colour} wins here`,
    hint: "suggested",
    board: (game: string, size: string) => `${game} board, size ${size}`,
  },
  said: {
    played: (colour: Colour, move: string) => `${colourName(colour)} plays ${move}.`,
    hint: (move: string) => `Try ${move}.`,
  },
  games: { havannah: "Havannah", hex: "Hex", y: "Y" },
};
