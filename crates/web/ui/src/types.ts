// What the server sends; see API.md.

export type Colour = "white" | "black";
export type GameName = "havannah" | "hex";

export interface ShapeMessage {
  game: GameName;
  size: string;
  first: Colour;
  /** Column, row, marks for White, marks for Black. */
  cells: [number, number, number, number][];
  names: Record<string, string[]>;
  /** The least cell that each cell is an image of. */
  images: number[];
}

export type Seat = { kind: "human" } | { kind: "engine"; level: number | null } | { kind: "guest" };

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

export interface State extends Moment {
  type: "state";
  node: number;
  live: number;
  swap_rule: boolean;
  seats: Record<Colour, Seat>;
  thinking: boolean;
  analysing: boolean;
  hint: number | null;
  hint_due: boolean;
  review: { left: number; total: number };
  solving: number | null;
  can_undo: boolean;
  can_redo: boolean;
  clock: ClockState | null;
  guests: number;
  invitation: { secret: string; colour: Colour } | null;
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
  node: number;
  turn: Colour;
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
  node: number;
  turn: Colour;
  winner: Colour | "draw" | null;
  line: number[];
  nodes: number;
  proof: number;
  disproof: number;
  seconds: number;
  live: boolean;
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
  games: number;
  bad: number;
  moves: ExplorerMove[];
}

export interface Welcome {
  type: "welcome";
  session: string | null;
  role: "owner" | "guest";
  colour: Colour | null;
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
  | Welcome
  | Notice;

export interface Info {
  version: string;
  levels: { level: number | null; name: string; visits: number | null; seconds: number | null }[];
  solver: boolean;
  open_to_others: boolean;
  addresses: string[];
  puzzles: boolean;
}

export const other = (colour: Colour): Colour => (colour === "white" ? "black" : "white");
