// The state of the page: what the server said last and what the user is looking at. Panels read it and ask for changes by
// `send`; nothing is decided here that the server should decide.

import type { BoardView, Ghost } from "./board/board";
import { prefs } from "./prefs";
import { Connection } from "./socket";
import { classicName, texts } from "./texts";
import type { Connections } from "./study/connections";
import type { Puzzle } from "./study/puzzles";
import type { Quest } from "./study/quest";
import { toast, untoast } from "./toast";
import type {
  Analysis,
  BatchMessage,
  Colour,
  ExplorerMessage,
  Identified,
  Info,
  Message,
  ProofMessage,
  Seat,
  ShapeMessage,
  State,
  SwapMapMessage,
  TreeMessage,
  TreeNode,
  WalkMessage,
  WalkPlace,
  Welcome,
  Wish,
} from "./types";

export type DrawerName =
  | "new"
  | "open"
  | "save"
  | "learn"
  | "setup"
  | "explorer"
  | "batch"
  | "invite"
  | "settings"
  | "keys"
  | "menu"
  | "console"
  | "puzzles";

/** Pages of their own, in the place of the table. */
export type PageName = "games" | "swapMap" | "lab" | "learning";

/** A position that is being set up by hand. */
export interface SetUp {
  stones: string[];
  tool: "white" | "black" | "both" | "erase";
  turn: Colour;
}

/** A board that stands in the place of the game's for a while: a lesson. */
export interface Stage {
  shape: ShapeMessage;
  view: BoardView;
  pick(cell: number): void;
}

/** Wishes about the moment on the screen, and about its game. */
const OF_MOMENT = new Set<Wish["do"]>(["play", "line", "hint", "solve", "resign"]);
const OF_GAME = new Set<Wish["do"]>(["judge", "undo", "redo", "go", "step", "promote", "delete", "comment", "review", "seats", "names", "think", "restore"]);
/** Whether the panels are sheets that cover one another. */
export const isPhone = (): boolean => matchMedia("(max-width: 719px) and (orientation: portrait)").matches;

/** Whether a drawer takes the place of the players: on phones, held sideways as well, and at 200 %. */
export const isTight = (): boolean => isPhone() || matchMedia("(max-width: 900px) and (orientation: landscape), (max-height: 500px) and (orientation: landscape)").matches;

/** When something is asked for again that did not arrive, in milliseconds. */
const AGAIN = 500;

const NO_NODES = new Map<number, TreeNode>();

export class App {
  info: Info | null = null;
  welcome: Welcome | null = null;
  state: State | null = null;
  shape: ShapeMessage | null = null;
  analysis: Analysis | null = null;
  proof: ProofMessage | null = null;
  /** The move that the solver is at work on. */
  working: number | null = null;
  walk: WalkMessage | null = null;
  explorer: ExplorerMessage | null = null;
  batch: BatchMessage | null = null;
  swapMap: SwapMapMessage | null = null;
  tree: TreeMessage | null = null;
  drawer: DrawerName | null = null;
  page: PageName | null = null;
  sheet: "moves" | "analysis" | null = null;
  preview: Ghost[] = [];
  /** The cells that would hold a win after the line that is previewed. */
  previewCarrier: number[] | null = null;
  hovered: number | null = null;
  selected: number | null = null;
  setUp: SetUp | null = null;
  /** What is shown on the big board in the place of the game. */
  stage: Stage | null = null;
  /** A better move that is looked for. */
  quest: Quest | null = null;
  /** What connections say of a position of Hex, and the position that was asked about last. */
  connections: Connections | null = null;
  connectionsAsked: string | null = null;
  /** The moment whose last move was judged by the teacher. */
  taught: string | null = null;
  isConnected = true;
  /** The moment at which the swap was declined. */
  swapDeclined: string | null = null;
  /** The moment at which the word about the opponent's swap was put away. */
  swapSeen: string | null = null;
  /** The lesson that the tutorial opens with. */
  lesson = 0;
  puzzle: Puzzle | null = null;
  /** The first move that was tried in it. */
  puzzleTried = "";
  private readonly connection: Connection;
  private readonly watchers: (() => void)[] = [];
  private readonly shapes = new Map<string, Promise<ShapeMessage>>();
  private treeNodes = new Map<number, TreeNode>();
  private heard: Promise<void> = Promise.resolve();
  private isDue = false;
  /** What was drawn last: people act on what they see. */
  private drawn: State | null = null;

  constructor(join: string | null) {
    this.connection = new Connection(
      join,
      // One after another: a moment on another board waits for the tables of that board.
      (message) => (this.heard = this.heard.then(() => this.hear(message)).catch(() => undefined)),
      (is) => {
        this.isConnected = is;
        if (is && !this.info) this.askInfo();
        this.changed();
      },
    );
    this.askInfo();
  }

  /** Asks what the server offers; when it is not to be reached, again with the next connection. */
  private askInfo(): void {
    void fetch("api/info")
      .then((answer) => answer.json())
      .then((info: Info) => {
        this.info = info;
        this.changed();
      })
      .catch(() => undefined);
  }

  /** Calls a function whenever something has changed. */
  watch(watcher: () => void): void {
    this.watchers.push(watcher);
  }

  /** Something has changed: everything is drawn anew before the next frame. */
  changed(): void {
    if (this.isDue) return;
    this.isDue = true;
    requestAnimationFrame(() => {
      this.isDue = false;
      this.drawn = this.state;
      for (const watcher of this.watchers) watcher();
    });
  }

  /** Asks the server for something. It learns what was on the screen, so that nothing is done to another game or moment. */
  send(message: Wish): void {
    const seen = this.drawn ? { table: this.drawn.table, at: this.drawn.at } : null;
    if (seen && OF_MOMENT.has(message.do)) this.connection.send({ ...message, ...seen });
    else if (seen && OF_GAME.has(message.do)) this.connection.send({ ...message, table: seen.table });
    else this.connection.send(message);
  }

  /** The same about a game that has just been asked for and is not on the screen yet. */
  sendToNext(message: Wish): void {
    this.connection.send(message);
  }

  /** Says something about a moment, whatever is on the screen by now. */
  comment(table: string, node: number, text: string): void {
    this.connection.send({ do: "comment", table, node, text });
  }

  /** The tables of a board, asked for once. */
  shapeOf(game: string, size: string): Promise<ShapeMessage> {
    const key = `${game}/${size}`;
    let found = this.shapes.get(key);
    if (!found) {
      found = this.askShape(key);
      this.shapes.set(key, found);
    }
    return found;
  }

  /** Asks until the server can be reached: without its tables a board cannot be shown. */
  private async askShape(key: string): Promise<ShapeMessage> {
    for (;;) {
      const answer = await fetch(`api/shape/${key}`).catch(() => null);
      if (answer) return answer.json();
      await new Promise((done) => setTimeout(done, AGAIN));
    }
  }

  private async hear(message: Message): Promise<void> {
    switch (message.type) {
      case "welcome":
        this.welcome = message;
        break;
      case "state":
        await this.takeState(message);
        break;
      case "tree":
        this.tree = message;
        this.treeNodes = new Map(message.nodes.map((node) => [node.id, node]));
        break;
      case "analysis":
        this.analysis = message;
        break;
      case "proof":
        this.working = workedOn(this.proof, message);
        this.proof = message;
        break;
      case "walk":
        this.walk = message;
        break;
      case "batch":
        this.batch = message;
        break;
      case "swap_map":
        this.swapMap = message;
        break;
      case "explorer":
        this.explorer = message;
        break;
      case "kept":
        toast(texts.myGames.kept, "info", { text: texts.myGames.back, act: () => this.goBack(message.game) });
        break;
      case "deleted":
        if (this.isCurrent(message)) toast(texts.tree.deleted(message.moves), "info", { text: texts.undo, act: () => this.send({ do: "restore" }) });
        break;
      case "notice":
        toast(message.text, message.kind);
        break;
    }
    this.changed();
  }

  private async takeState(state: State): Promise<void> {
    const shape = await this.shapeOf(state.game, state.size);
    if (this.state?.at !== state.at || this.state.key !== state.key) {
      this.preview = [];
      this.previewCarrier = null;
      this.selected = null;
    }
    if (this.setUp && this.state?.table !== state.table) {
      // Stones were being set up on the board of another game.
      this.setUp = null;
      this.drawer = null;
    }
    if (this.swapDeclined !== state.at) this.swapDeclined = null;
    this.state = state;
    this.shape = shape;
  }

  /** What a cell is called, in GUI coordinates: what the server understands. */
  cellName(cell: number): string {
    return this.shape?.names["gui"]?.[cell] ?? "";
  }

  seat(colour: Colour): Seat {
    return this.state?.seats[colour] ?? { kind: "human" };
  }

  /** The colour that this page plays, if it is one alone. */
  ownColour(): Colour | null {
    if (this.isGuest) return this.state?.guest ?? null;
    const own = (["white", "black"] as const).filter((colour) => this.seat(colour).kind === "human");
    return own.length === 1 ? own[0]! : null;
  }

  /** Whether a click on an empty cell plays a stone. */
  canPlay(): boolean {
    const state = this.state;
    if (!state || state.over || state.thinking || !this.isConnected) return false;
    if (this.isGuest) return state.turn === state.guest;
    return this.seat(state.turn).kind === "human" || state.node !== state.live;
  }

  /** Starts or stops the analysis, by whoever was chosen for it. */
  analyse(on: boolean): void {
    const by = this.info?.engines.includes(prefs.analyst) ? prefs.analyst : null;
    this.send({ do: "analyse", on, by });
  }

  play(cell: number): void {
    this.selected = null;
    this.send({ do: "play", move: this.cellName(cell) });
  }

  /** Whether another board stands in the place of the game's: a lesson, or stones that are being set up. */
  get isElsewhere(): boolean {
    return this.stage !== null || this.setUp !== null;
  }

  /** The one rule of what may be shown: an answer about the position, or the game, that is on the screen. */
  isCurrent(answer: Identified, screen: { key?: string; table?: string } | null = this.state): boolean {
    if (!screen || ("key" in answer && screen === this.state && this.isElsewhere)) return false;
    return "key" in answer ? answer.key === screen.key : answer.table === screen.table;
  }

  private current<T extends Identified>(answer: T | null): T | null {
    return answer && this.isCurrent(answer) ? answer : null;
  }

  /** The analysis, if it is about what is shown. */
  currentAnalysis(): Analysis | null {
    return this.current(this.analysis);
  }

  /** What the solver says of what is shown. */
  currentProof(): ProofMessage | null {
    return this.state?.over ? null : this.current(this.proof);
  }

  /** Where what is shown stands in a proof. */
  currentWalk(): WalkPlace | null {
    return this.state?.over ? null : (this.current(this.walk)?.place ?? null);
  }

  /** What the library says of what is shown. */
  currentExplorer(): ExplorerMessage | null {
    return this.current(this.explorer);
  }

  /** The move that was suggested for what is shown. */
  currentHint(): State["hint"] {
    return this.current(this.state?.hint ?? null);
  }

  /** The tree of the game that is shown, with its reviews. */
  get nodes(): Map<number, TreeNode> {
    return this.current(this.tree) ? this.treeNodes : NO_NODES;
  }

  get isGuest(): boolean {
    return this.welcome?.role === "guest";
  }

  /** The nodes of the line that is shown: the path to the current node, then the main line. */
  line(): TreeNode[] {
    const found: TreeNode[] = [];
    let at = this.nodes.get(this.state?.node ?? 0);
    while (at) {
      found.unshift(at);
      at = at.parent === null ? undefined : this.nodes.get(at.parent);
    }
    at = this.nodes.get(found.at(-1)?.children[0] ?? -1);
    while (at && found.length < 5000) {
      found.push(at);
      at = this.nodes.get(at.children[0] ?? -1);
    }
    return found;
  }

  openDrawer(name: DrawerName | null): void {
    this.drawer = this.drawer === name ? null : name;
    this.page = null;
    if (name !== "setup") this.setUp = null;
    this.stage = null;
    this.sheet = null;
    this.changed();
  }

  /** What to say when the opponent has just swapped; nothing otherwise. */
  swapNews(): string {
    const { state } = this;
    const node = this.nodes.get(state?.node ?? -1);
    const own = this.ownColour();
    if (!state || !own || state.over || state.turn !== own || !node?.move?.startsWith("swap")) return "";
    const name = this.playerName(own === "white" ? "black" : "white");
    const cell = this.shape?.names[prefs.coords]?.[state.last ?? -1] ?? this.cellName(state.last ?? -1);
    return node.move === "swap-sides" ? texts.swapNews.sides(name, own) : texts.swapNews.stone(name, cell, own);
  }

  /** Has every moment of the game evaluated, and shows the graph where it would be hidden. */
  review(): void {
    this.send({ do: "review", on: true });
    if (isPhone()) this.sheet = "analysis";
    this.changed();
  }

  /** Opens the tutorial at a lesson. */
  openLesson(number: number): void {
    this.drawer = null;
    this.lesson = number;
    this.openDrawer("learn");
  }

  /** Puts the game that was replaced on the table again. */
  private goBack(kept: string): void {
    this.send({ do: "reopen", kept });
    this.openPage(null);
  }

  openPage(name: PageName | null): void {
    if (name === "games") untoast(texts.myGames.kept);
    this.page = name;
    this.drawer = null;
    this.setUp = null;
    this.stage = null;
    this.sheet = null;
    this.changed();
  }

  /** The move that the game goes on with from what is shown. */
  playedNext(): number | null {
    const next = this.nodes.get(this.nodes.get(this.state?.node ?? -1)?.children[0] ?? -1);
    const cell = next?.move ? (this.shape?.names["gui"]?.indexOf(next.move) ?? -1) : -1;
    return cell >= 0 ? cell : null;
  }

  /** White's share of the game on the board, as far as it is known. */
  share(): number | null {
    const { state } = this;
    if (!state || (state.over && state.over.how === "draw")) return state ? 0.5 : null;
    if (state.over) return state.over.winner === "white" ? 1 : 0;
    const proof = this.currentProof();
    if (proof?.winner) return proof.winner === "draw" ? 0.5 : proof.winner === "white" ? 1 : 0;
    const analysis = state.analysing ? this.currentAnalysis() : null;
    if (analysis && !isBare(analysis)) return analysis.turn === "white" ? analysis.win : 1 - analysis.win;
    return this.nodes.get(state.node)?.white ?? null;
  }

  /** The name of who has a colour. */
  playerName(colour: Colour): string {
    const listed = this.current(this.tree)?.names[colour === "white" ? 0 : 1];
    if (listed) return listed;
    const seat = this.seat(colour);
    if (this.isGuest && colour === this.state?.guest) return "You";
    if (this.isGuest && seat.kind === "human") return "Your host";
    if (seat.kind === "engine" && seat.preset !== undefined) return classicName(seat.preset);
    if (seat.kind === "engine") return seat.level === null ? texts.newGame.full : `${texts.newGame.level} ${seat.level}`;
    if (seat.kind === "guest") return "Guest";
    return this.ownColour() ? "You" : colour === "white" ? "White" : "Black";
  }
}

/** Whether an engine of somebody else has said its move and no more: then there is no share. */
export const isBare = (analysis: Analysis): boolean => analysis.by !== null && analysis.visits === 0;

/** The move on which the solver has spent most since it was heard last. */
function workedOn(before: ProofMessage | null, now: ProofMessage): number | null {
  const known = new Map(before?.key === now.key ? before.replies.map(({ cell, work }) => [cell, work]) : []);
  const open = now.replies.filter(({ state }) => state === null).map(({ cell, work }) => ({ cell, by: work - (known.get(cell) ?? 0) }));
  const most = open.sort((a, b) => b.by - a.by)[0];
  return most && most.by > 0 ? most.cell : null;
}
