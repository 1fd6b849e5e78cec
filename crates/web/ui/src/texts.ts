// Every text that users read, in one place.

import type { Colour, Over, Seat } from "./types";

export const colourName = (colour: Colour): string => (colour === "white" ? "White" : "Black");

export const seatName = (seat: Seat): string => {
  if (seat.kind === "human") return "You";
  if (seat.kind === "guest") return "Guest";
  return seat.level === null ? "Full strength" : `Level ${seat.level}`;
};

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
    learn: "Learn the rules",
    setup: "Set up a position",
    explorer: "Explore a folder of games",
    invite: "Invite someone",
    watch: "Watch two engines",
    puzzles: "Puzzles",
    swapMap: "Swap map",
    settings: "Settings",
    keys: "Keyboard",
  },
  close: "Close",
  cancel: "Cancel",
  status: {
    yourTurn: (colour: Colour) => `Your move: ${colourName(colour)}.`,
    first: (colour: Colour) => `You are ${colourName(colour)}. Click a cell.`,
    firstTouch: (colour: Colour) => `You are ${colourName(colour)}. Tap a cell.`,
    turn: (colour: Colour) => `${colourName(colour)} to move.`,
    thinking: (name: string) => `${name} is thinking`,
    guestTurn: "Your guest is to move.",
    waiting: "Waiting for your guest to open the link.",
    paused: "The engine waits. Let it move?",
    goOn: "Go on",
    pause: "Pause",
    dead: "Nobody can win any more: a draw.",
    lookBack: "You are looking back.",
    returnToGame: "Return to the game",
    showMe: "show me",
    winsBy: { havannah: "Ring, bridge or fork wins: ", hex: "Join your two sides to win: " },
    forced: (cell: string) => `You must answer at ${cell}.`,
    threat: (cell: string) => `You can win at ${cell}.`,
  },
  over: (over: Over): string => {
    if (over.winner === "draw") return "A draw: the board is full.";
    const loser = colourName(over.winner === "white" ? "black" : "white");
    if (over.how === "resign") return `${colourName(over.winner)} wins: ${loser} resigned.`;
    if (over.how === "time") return `${colourName(over.winner)} wins: ${loser} ran out of time.`;
    return over.sentence ? `${over.sentence}.` : `${colourName(over.winner)} wins.`;
  },
  moments: "What decided it?",
  resign: "Resign",
  rematch: "Play again",
  swapQuestion: {
    title: "Swap?",
    text: (name: string) =>
      `Before your first move you may take over the stone at ${name} as your own. Then your opponent moves.`,
    yes: "Swap",
    no: "Keep playing",
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
    summary: (win: string, visits: string, seconds: string) => `${win} · ${visits} visits · ${seconds} s`,
    settled: "settled",
    wins: "wins",
    loses: "loses",
    draws: "draw",
    hint: "Hover a line to see it; the wheel steps through it; click adds it.",
    moves: "Candidate moves",
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
    comment: "Comment on this move",
    empty: "No move yet.",
    nav: { start: "First move", back: "Back", forward: "Forward", end: "Last move" },
  },
  newGame: {
    title: "New game",
    game: "Game",
    size: "Board",
    other: "Other size",
    otherHint: { havannah: "2 to 15, or uneven such as 4x4x5", hex: "1 to 19, or such as 11x9" },
    opponent: "Opponent",
    engine: "Engine",
    person: "Person here",
    guest: "Person by link",
    level: "Level",
    full: "Full strength",
    colour: "Your colour",
    random: "Either",
    swap: "Second player may swap",
    clock: "Clock",
    noClock: "No clock",
    clocks: { "300+5": "5 min + 5 s", "900+10": "15 min + 10 s", "60+2": "1 min + 2 s" },
    start: "Start game",
    seats: "Change players, keep the game",
  },
  files: {
    open: "Open a game",
    openText: "Choose a file, drop one anywhere on this page, or paste its text.",
    choose: "Choose file…",
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
    choose: "Choose folder…",
    files: "or files…",
    none: "No game of the library was here.",
    games: (count: number) => `${count} ${count === 1 ? "game" : "games"}`,
    score: (wins: number, known: number) => (known ? `${Math.round((wins / known) * 100)} % won` : "no result"),
    forget: "Empty the library",
    reading: (done: number, all: number) => `Reading ${done} of ${all} files…`,
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
  swapMap: {
    text: "How often does the first player win after each opening? Swap those above 50.",
    start: "Make the map of this board",
    note: "Each number is the first player's win rate in percent. Cells that are images of each other share it.",
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
    live: (nodes: string, proof: string, disproof: string) =>
      `Solving: ${nodes} nodes, proof ${proof}, disproof ${disproof}`,
    wins: (colour: Colour) => `${colourName(colour)} wins with perfect play.`,
    draw: "A draw with perfect play.",
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
  games: { havannah: "Havannah", hex: "Hex" },
};
