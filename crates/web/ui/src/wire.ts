// Written from the server's types (src/message.rs, src/wire.rs): do not edit. A test says when it is stale;
// `ROBUSTO_WRITE_TYPES=1 cargo test -p robusto-web typescript` writes it anew.

/** The games. */
export type GameName = "havannah" | "hex" | "y";

/** The kinds of winning shapes. */
export type WinKind = "ring" | "bridge" | "fork" | "chain";

/** How good a move was. */
export type Quality = "best" | "good" | "inaccuracy" | "mistake" | "blunder";

/**
 * What an engine thinks of a position, the swap included.
 */
export type Analysis = { 
/**
 * The identity of the position.
 */
key: string, 
/**
 * The engine of somebody else whose it is; Robusto's own if nobody is named. Without visits it is a move and no more.
 */
by: string | null, 
/**
 * Its node.
 */
node: number, 
/**
 * Who is to move; shares are for that side.
 */
turn: Colour, 
/**
 * Whether the swap is still to come.
 */
swap: SwapStage | null, 
/**
 * What swapping is worth, when it is possible.
 */
swap_win: number | null, 
/**
 * Simulations.
 */
visits: number, 
/**
 * Time.
 */
seconds: number, 
/**
 * Bytes.
 */
memory: number, 
/**
 * The win share.
 */
win: number, 
/**
 * What is proved.
 */
verdict: Verdict, 
/**
 * Whether it goes on.
 */
live: boolean, 
/**
 * The moves, the best first.
 */
moves: Array<Candidate>, };

/**
 * A reviewed game of the pile.
 */
export type BatchGame = { 
/**
 * Its number.
 */
number: number, 
/**
 * Its file.
 */
file: string, 
/**
 * The game.
 */
game: GameName, 
/**
 * The board's measures.
 */
size: string, 
/**
 * White's and Black's names.
 */
names: [string, string], 
/**
 * Who won.
 */
winner: Winner | null, 
/**
 * Moves.
 */
plies: number, 
/**
 * How White did.
 */
white: Score, 
/**
 * How Black did.
 */
black: Score, 
/**
 * The worst moves.
 */
worst: Array<Judgement>, };

/**
 * The games of the pile that were reviewed, and their players.
 */
export type BatchMessage = { 
/**
 * The games.
 */
games: Array<BatchGame>, 
/**
 * The players.
 */
players: Array<BatchPlayer>, 
/**
 * Files that could not be read.
 */
bad: number, };

/**
 * A player of the pile.
 */
export type BatchPlayer = { 
/**
 * The name.
 */
name: string, 
/**
 * Games.
 */
games: number, 
/**
 * Moves.
 */
moves: number, 
/**
 * The mean share that they kept.
 */
accuracy: number, 
/**
 * Inaccuracies, mistakes, blunders.
 */
faults: [number, number, number], 
/**
 * Faults that are proved.
 */
proved: number, };

/**
 * How far the review of the pile is, in moments.
 */
export type BatchProgress = { 
/**
 * Done.
 */
done: number, 
/**
 * All.
 */
total: number, 
/**
 * Whether it goes on.
 */
on: boolean, 
/**
 * Games of the pile.
 */
games: number, };

/**
 * One of a thing for each colour.
 */
export type Both<T> = { 
/**
 * White's.
 */
white: T, 
/**
 * Black's.
 */
black: T, };

/**
 * A move in an analysis.
 */
export type Candidate = { 
/**
 * Its cell.
 */
cell: number, 
/**
 * Simulations.
 */
visits: number, 
/**
 * The win share after it.
 */
win: number, 
/**
 * What rollouts say of it.
 */
rave: number, 
/**
 * What knowledge said of it beforehand.
 */
prior: number, 
/**
 * What is proved of it.
 */
verdict?: Verdict, 
/**
 * The line that is expected, of the best moves.
 */
line?: Array<number>, };

/**
 * A classical player.
 */
export type ClassicInfo = { 
/**
 * Its name among the presets.
 */
preset: string, 
/**
 * The game that it is made for.
 */
game: GameName, };

/**
 * The clocks, in milliseconds.
 */
export type ClockState = { 
/**
 * White's time.
 */
white: number, 
/**
 * Black's.
 */
black: number, 
/**
 * Whose clock runs.
 */
running: Colour | null, 
/**
 * For the whole game.
 */
main: number, 
/**
 * Added after each move.
 */
increment: number, 
/**
 * A period of byo-yomi.
 */
period: number, 
/**
 * How many periods there were at the start.
 */
periods: number, 
/**
 * How many are left; none before the main time is used up.
 */
periods_left: Both<number>, };

/**
 * A colour in a word.
 */
export type Colour = "white" | "black";

/**
 * Moves were deleted, and can be brought back.
 */
export type DeletedMessage = { 
/**
 * The game on the table.
 */
table: string, 
/**
 * How many.
 */
moves: number, };

/**
 * In what way a game ends.
 */
export type Ending = "win" | "draw" | "resign" | "time";

/**
 * A game of the library.
 */
export type ExplorerGame = { 
/**
 * Its number in the library.
 */
number: number, 
/**
 * Its file.
 */
file: string, 
/**
 * White's name.
 */
white: string, 
/**
 * Black's name.
 */
black: string, 
/**
 * Who won.
 */
winner: Winner | null, };

/**
 * Moves that the library's games made in a position.
 */
export type ExplorerMessage = { 
/**
 * The identity of the position.
 */
key: string, 
/**
 * Games of the library.
 */
games: number, 
/**
 * Files that could not be read.
 */
bad: number, 
/**
 * The moves, the most frequent first.
 */
moves: Array<ExplorerMove>, };

/**
 * A move that games of the library made.
 */
export type ExplorerMove = { 
/**
 * Its cell.
 */
cell: number, 
/**
 * How many.
 */
games: number, 
/**
 * How many of them the mover won.
 */
wins: number, 
/**
 * Of how many with a known result.
 */
known: number, 
/**
 * Some of them.
 */
some: Array<ExplorerGame>, };

/**
 * The first message of a connection.
 */
export type Hello = { 
/**
 * The session that this tab had before.
 */
session?: string | null, 
/**
 * The session that this browser had last; taken only when no other window of its owner has it open.
 */
last?: string | null, 
/**
 * The secret of an invitation.
 */
join?: string | null, };

/**
 * A move that was suggested.
 */
export type Hint = { 
/**
 * The identity of the position that it is about.
 */
key: string, 
/**
 * The cell; none for the swap.
 */
cell: number | null, 
/**
 * Whether it is the swap.
 */
swap: boolean, };

/**
 * What the page needs to know about the server.
 */
export type Info = { 
/**
 * The program.
 */
name: string, 
/**
 * Its version.
 */
version: string, 
/**
 * The opponents to choose from, weakest first.
 */
levels: Array<LevelInfo>, 
/**
 * The classical players.
 */
classic: Array<ClassicInfo>, 
/**
 * The engines of the owner's file, as presets: `gtp:NAME`.
 */
engines: Array<string>, 
/**
 * Whether there is a solver.
 */
solver: boolean, 
/**
 * Whether there is a lab to look at.
 */
lab: boolean, 
/**
 * Whether one can look at how networks learn.
 */
learning: boolean, 
/**
 * Engine threads in all.
 */
threads: number, 
/**
 * Pages that are open.
 */
connections: number, 
/**
 * Whether others can reach the server.
 */
open_to_others: boolean, 
/**
 * Where.
 */
addresses: Array<string>, 
/**
 * Whether there are puzzles.
 */
puzzles: boolean, };

/**
 * A move that was judged.
 */
export type Judgement = { 
/**
 * Its number in the game, from 1.
 */
ply: number, 
/**
 * Who made it.
 */
colour: Colour, 
/**
 * The name of who made it.
 */
player: string, 
/**
 * The move.
 */
move: string, 
/**
 * The best move in its place.
 */
best: string | null, 
/**
 * The mover's win share before it.
 */
before: number, 
/**
 * And after it.
 */
after: number, 
/**
 * What it threw away.
 */
lost: number, 
/**
 * In a word: `best`, `good`, `inaccuracy`, `mistake`, `blunder`.
 */
verdict: Quality, 
/**
 * How hard the best move was to find: `easy`, `medium`, `hard`.
 */
difficulty: "easy" | "medium" | "hard" | null, 
/**
 * Whether it is proved that it gave away a win or a draw.
 */
proved: boolean, };

/**
 * A game that is kept on this machine.
 */
export type KeptGame = { 
/**
 * The name that it is kept under.
 */
id: string, 
/**
 * The game.
 */
game: GameName, 
/**
 * The board's measures.
 */
size: string, 
/**
 * The last position of its main line.
 */
stones: string, 
/**
 * The cell of the last move.
 */
last: number | null, 
/**
 * Moves.
 */
plies: number, 
/**
 * White's and Black's names.
 */
names: [string, string], 
/**
 * Who sits where.
 */
seats: Both<Seat>, 
/**
 * Who won.
 */
winner: Winner | null, 
/**
 * When it was begun, in seconds since 1970.
 */
begun: number, 
/**
 * When it was changed last.
 */
changed: number, 
/**
 * Whether it is on a table.
 */
open: boolean, };

/**
 * A game was replaced and is kept.
 */
export type KeptMessage = { 
/**
 * The name that it is kept under.
 */
game: string, };

/**
 * A machine that plays.
 */
export type LabMachine = { 
/**
 * Its name.
 */
name: string, 
/**
 * Games that it has delivered.
 */
games: number, 
/**
 * Seconds that they took.
 */
seconds: number, 
/**
 * When the last one came, in seconds since 1970.
 */
last: number, };

/**
 * Two players on a board.
 */
export type LabPart = { 
/**
 * What tables call it.
 */
label: string, 
/**
 * The game and the size of its board.
 */
board: string, 
/**
 * The players; the first one's score is counted.
 */
players: [string, string], 
/**
 * Games ordered.
 */
planned: number, 
/**
 * Games delivered.
 */
games: number, 
/**
 * Wins, draws and losses of the first player.
 */
wdl: [number, number, number], 
/**
 * The first player's share of points.
 */
score: number, 
/**
 * Its 95 % interval.
 */
interval: [number, number], 
/**
 * Elo above the second player; none when it is infinite.
 */
elo: number | null, 
/**
 * Its 95 % error.
 */
error: number | null, 
/**
 * The log-likelihood ratio, if there is a test.
 */
llr: number | null, 
/**
 * Where the test ends.
 */
bounds: [number, number] | null, 
/**
 * What the test says.
 */
verdict: string | null, 
/**
 * Games lost by faults of the first and of the second player.
 */
faults: [number, number], 
/**
 * How it went, game by game as they came, some left out.
 */
curve: Array<LabPoint>, };

/**
 * How a part stood after so many games.
 */
export type LabPoint = { 
/**
 * Games by then.
 */
games: number, 
/**
 * Elo above the second player.
 */
elo: number | null, 
/**
 * Its 95 % error.
 */
error: number | null, 
/**
 * The log-likelihood ratio.
 */
llr: number | null, };

/**
 * A run in full.
 */
export type LabReport = { 
/**
 * How it stands in the list.
 */
run: LabRun, 
/**
 * The command line that ordered it, as far as it is known.
 */
command: string, 
/**
 * Its parts.
 */
parts: Array<LabPart>, 
/**
 * Who has played.
 */
machines: Array<LabMachine>, 
/**
 * A proof on many machines in words.
 */
text: string | null, };

/**
 * A run in the list of runs.
 */
export type LabRun = { 
/**
 * Its name.
 */
name: string, 
/**
 * The command that made it: `match`, `sprt`, `tournament`, `tune`, `reproduce` or `proof`.
 */
kind: string, 
/**
 * `open`, `paused` or `done`.
 */
state: string, 
/**
 * Greater ones are played first.
 */
priority: number, 
/**
 * When it was ordered, in seconds since 1970.
 */
created: number, 
/**
 * Games ordered.
 */
planned: number, 
/**
 * Games delivered.
 */
played: number, };

/**
 * A board of a generation.
 */
export type LearnBoard = { 
/**
 * The board.
 */
board: string, 
/**
 * How well its positions are foreseen.
 */
foresight: LearnForesight, };

/**
 * A match against an opponent that stays the same from generation to generation.
 */
export type LearnFixed = { 
/**
 * The opponent and its simulations a move.
 */
opponent: string, 
/**
 * What it came to.
 */
result: LearnMatch, };

/**
 * How well a network foresees.
 */
export type LearnForesight = { 
/**
 * Positions.
 */
positions: number, 
/**
 * Cross entropy of the results.
 */
value: number, 
/**
 * Cross entropy of the policy.
 */
policy: number, 
/**
 * Cross entropy of the winning shapes' cells.
 */
shape: number, 
/**
 * The share of winners foreseen.
 */
winners: number, 
/**
 * The share of best moves foreseen.
 */
moves: number, };

/**
 * A generation that is done.
 */
export type LearnGeneration = { 
/**
 * Its number.
 */
generation: number, 
/**
 * Games that were played.
 */
games: number, 
/**
 * Positions that were learned.
 */
positions: number, 
/**
 * Positions that were labelled by proof.
 */
proved: number, 
/**
 * The match against the network before it.
 */
gate: LearnMatch, 
/**
 * Matches against opponents that stay the same.
 */
fixed: Array<LearnFixed>, 
/**
 * Elo above the network that the loop began with, all matches on the way together.
 */
reached: number, 
/**
 * Whether it plays from then on.
 */
kept: boolean, 
/**
 * How well it foresees games that it has not learned from, board by board, small ones first.
 */
boards: Array<LearnBoard>, };

/**
 * A loop of learning, or the one that a network of the program came from.
 */
export type LearnLoop = { 
/**
 * Its name.
 */
name: string, 
/**
 * Where it is kept; none for a network that comes with the program.
 */
folder: string | null, 
/**
 * The game.
 */
game: string, 
/**
 * The boards.
 */
boards: Array<string>, 
/**
 * Whether somebody works on it.
 */
running: boolean, 
/**
 * When anything was last written, in seconds since 1970.
 */
changed: number | null, 
/**
 * The generation that is under way.
 */
now: LearnNow | null, 
/**
 * Those that are done.
 */
generations: Array<LearnGeneration>, 
/**
 * Why it cannot be read.
 */
trouble: string | null, };

/**
 * A match of a network against the one before it.
 */
export type LearnMatch = { 
/**
 * Games.
 */
games: number, 
/**
 * The new network's share of the points.
 */
score: number, 
/**
 * Its 95 % interval.
 */
interval: [number, number], 
/**
 * The difference in Elo.
 */
elo: number, 
/**
 * Its 95 % interval.
 */
elo_interval: [number, number], };

/**
 * How far a generation is.
 */
export type LearnNow = { 
/**
 * Its number; of a loop that is done, the number of the last one.
 */
generation: number, 
/**
 * Generations that are wanted, if the loop says it.
 */
generations: number | null, 
/**
 * `play`, `label`, `train`, `gate` or `done`.
 */
stage: string, 
/**
 * Games so far.
 */
games: number, 
/**
 * Games that are wanted.
 */
games_wanted: number | null, 
/**
 * Positions recorded in them.
 */
positions: number, 
/**
 * How learning went, some steps left out.
 */
trained: Array<LearnTrained>, 
/**
 * The match so far, if it has begun.
 */
gate: LearnMatch | null, 
/**
 * Games of the match, at the most.
 */
gate_most: number | null, };

/**
 * How well lessons were foreseen before they were learned.
 */
export type LearnTrained = { 
/**
 * Steps so far.
 */
step: number, 
/**
 * Steps in all.
 */
of: number, 
/**
 * Over the last steps.
 */
foresight: LearnForesight, };

/**
 * A graded opponent.
 */
export type LevelInfo = { 
/**
 * Its number; none is full strength.
 */
level: number | null, 
/**
 * What people call it.
 */
name: string, 
/**
 * How much stronger it is than level 1, in Elo, for each game in which that was measured (docs/results/levels.md).
 */
elo: { [key in string]: number }, 
/**
 * Simulations for a move.
 */
visits: number | null, 
/**
 * Simulations for a move where a network leads the search, if that is another number.
 */
guided: number | null, 
/**
 * Time for a move.
 */
seconds: number | null, };

/**
 * A message over the WebSocket.
 */
export type Message = { "type": "welcome" } & Welcome | { "type": "tree" } & TreeMessage | { "type": "state" } & State | { "type": "analysis" } & Analysis | { "type": "proof" } & ProofMessage | { "type": "walk" } & WalkMessage | { "type": "explorer" } & ExplorerMessage | { "type": "swap_map" } & SwapMapMessage | { "type": "batch" } & BatchMessage | { "type": "kept" } & KeptMessage | { "type": "deleted" } & DeletedMessage | { "type": "notice" } & Notice;

/**
 * A moment of a game, without anything about seats.
 */
export type Moment = { 
/**
 * The game.
 */
game: GameName, 
/**
 * The board's measures.
 */
size: string, 
/**
 * A letter a cell: `.`, `w`, `b`.
 */
stones: string, 
/**
 * Who is to move.
 */
turn: Colour, 
/**
 * Moves so far.
 */
ply: number, 
/**
 * The cell of the last move.
 */
last: number | null, 
/**
 * Pairs of cell and number of the move that filled it.
 */
numbers: Array<[number, number]>, 
/**
 * Whether the first stone may be taken over now.
 */
can_swap: boolean, 
/**
 * Cells at which each colour wins at once.
 */
threats: Both<Array<number>>, 
/**
 * Whether nobody can win any more.
 */
dead: boolean, 
/**
 * How the game has ended.
 */
over: Over | null, };

/**
 * A game to begin.
 */
export type NewGame = { 
/**
 * `havannah` or `hex`.
 */
game: string, 
/**
 * `8`, `4x4x5`, `11x9`.
 */
size: string, 
/**
 * White's seat.
 */
white: Seat, 
/**
 * Black's seat.
 */
black: Seat, 
/**
 * Whether the second player may swap.
 */
swap?: boolean, 
/**
 * Clocks, if wanted.
 */
clock?: TimeControl | null, 
/**
 * Stones that stand already: a letter a cell (`.`, `w`, `b`), in the order of the shape.
 */
stones?: string | null, 
/**
 * Who moves first after a set-up.
 */
turn?: string | null, 
/**
 * Moves to play at once, in GUI coordinates.
 */
moves?: string | null, };

/**
 * A sentence for the user.
 */
export type Notice = { 
/**
 * What it is.
 */
kind: NoticeKind, 
/**
 * The sentence.
 */
text: string, };

/**
 * What a sentence is.
 */
export type NoticeKind = "info" | "error" | "refused";

/**
 * What an opening is worth to the first player if nobody swaps. Cells that are images of it share it.
 */
export type Opening = { 
/**
 * Its cells, in GUI coordinates.
 */
cells: Array<string>, 
/**
 * The win share.
 */
winrate: number, 
/**
 * What is proved.
 */
verdict: Verdict, 
/**
 * Simulations.
 */
visits: number, };

/**
 * The end of a game.
 */
export type Over = { 
/**
 * Who has won.
 */
winner: Winner, 
/**
 * In what way.
 */
how: Ending, 
/**
 * The win in words.
 */
sentence: string, 
/**
 * The shapes that win.
 */
wins: Array<Win>, };

/**
 * How a branch of a proof goes on.
 */
export type ProofEnd = "open" | "wins" | "searched" | "stands" | "helpless" | "threats";

/**
 * What the solver has found about a position.
 */
export type ProofMessage = { 
/**
 * The identity of the position.
 */
key: string, 
/**
 * Its node.
 */
node: number, 
/**
 * Who is to move.
 */
turn: Colour, 
/**
 * Who wins; none as long as it is not proved.
 */
winner: Winner | null, 
/**
 * Whether the swap is still to come.
 */
swap: SwapStage | null, 
/**
 * Whether the swap is what wins.
 */
take: boolean, 
/**
 * The best move and what follows.
 */
line: Array<number>, 
/**
 * Nodes so far.
 */
nodes: number, 
/**
 * Work left to prove a win.
 */
proof: number, 
/**
 * Work left to refute one.
 */
disproof: number, 
/**
 * What is known of the moves from here while the solver works.
 */
replies: Array<ProofReply>, 
/**
 * Time.
 */
seconds: number, 
/**
 * Whether it goes on.
 */
live: boolean, };

/**
 * What the solver knows of one move.
 */
export type ProofReply = { 
/**
 * Its cell.
 */
cell: number, 
/**
 * Work left to prove that it wins.
 */
proof: number, 
/**
 * Work left to prove that it does not.
 */
disproof: number, 
/**
 * Nodes spent on it.
 */
work: number, 
/**
 * What is proved of it.
 */
state: "wins" | "loses" | "fails" | "holds" | null, };

/**
 * How far the review of the game is.
 */
export type ReviewProgress = { 
/**
 * Moments still to be looked at.
 */
left: number, 
/**
 * All of them.
 */
total: number, };

/**
 * What a client may do.
 */
export type Role = "owner" | "guest";

/**
 * How a player did.
 */
export type Score = { 
/**
 * Moves.
 */
moves: number, 
/**
 * The mean share that they kept.
 */
accuracy: number, 
/**
 * Inaccuracies, mistakes, blunders.
 */
faults: [number, number, number], 
/**
 * Faults that are proved.
 */
proved: number, };

/**
 * Who sits at one side of the board.
 */
export type Seat = { "kind": "human" } | { "kind": "engine", 
/**
 * The level.
 */
level: number | null, 
/**
 * A player of another kind, by its preset; it has no levels.
 */
preset?: string, } | { "kind": "guest" };

/**
 * The tables of a board.
 */
export type ShapeMessage = { 
/**
 * The game.
 */
game: GameName, 
/**
 * The board's measures.
 */
size: string, 
/**
 * Who moves first.
 */
first: Colour, 
/**
 * Each row begins half a cell further left (-1) or right (1) than the one above.
 */
lean: -1 | 1, 
/**
 * Whether each colour has sides of its own.
 */
own_sides: boolean, 
/**
 * Column, row, marks for White, marks for Black.
 */
cells: Array<[number, number, number, number]>, 
/**
 * Names of the cells in every coordinate system.
 */
names: Record<string, string[]>, 
/**
 * The least cell that each is an image of.
 */
images: Array<number>, };

/**
 * The moment at the node that is looked at, and the table.
 */
export type State = { 
/**
 * The identity of the position on the board.
 */
key: string, 
/**
 * The game on the table.
 */
table: string, 
/**
 * This moment of it.
 */
at: string, 
/**
 * The node that is looked at.
 */
node: number, 
/**
 * The node at which the game itself stands; a guest always sees this.
 */
live: number, 
/**
 * Whether the second player may swap.
 */
swap_rule: boolean, 
/**
 * Where a swap would put the stone.
 */
swap_to: SwapTo | null, 
/**
 * Who sits where.
 */
seats: Both<Seat>, 
/**
 * Whether an engine is to move.
 */
thinking: boolean, 
/**
 * Whether analysis runs.
 */
analysing: boolean, 
/**
 * The preset of another engine that analyses.
 */
analyst: string | null, 
/**
 * The move that was suggested.
 */
hint: Hint | null, 
/**
 * Whether a suggestion was asked for.
 */
hint_due: boolean, 
/**
 * How far the review of the game is.
 */
review: ReviewProgress, 
/**
 * The identity of the position that the solver works on.
 */
solving: string | null, 
/**
 * How far the review of the pile is.
 */
batch: BatchProgress, 
/**
 * Whether engines think during a person's turn.
 */
ponder: boolean, 
/**
 * Whether the engine waits after each move of a person until it is judged.
 */
teach: boolean, 
/**
 * Whether a move can be taken back.
 */
can_undo: boolean, 
/**
 * Whether one can be played again.
 */
can_redo: boolean, 
/**
 * The clocks.
 */
clock: ClockState | null, 
/**
 * How many guests look at the game.
 */
guests: number, 
/**
 * The colour of the guest's seat.
 */
guest: Colour | null, 
/**
 * The secret of the invitation, for the owner.
 */
invitation: string | null, 
/**
 * The game.
 */
game: GameName, 
/**
 * The board's measures.
 */
size: string, 
/**
 * A letter a cell: `.`, `w`, `b`.
 */
stones: string, 
/**
 * Who is to move.
 */
turn: Colour, 
/**
 * Moves so far.
 */
ply: number, 
/**
 * The cell of the last move.
 */
last: number | null, 
/**
 * Pairs of cell and number of the move that filled it.
 */
numbers: Array<[number, number]>, 
/**
 * Whether the first stone may be taken over now.
 */
can_swap: boolean, 
/**
 * Cells at which each colour wins at once.
 */
threats: Both<Array<number>>, 
/**
 * Whether nobody can win any more.
 */
dead: boolean, 
/**
 * How the game has ended.
 */
over: Over | null, };

/**
 * Where to go in the tree.
 */
export type Step = "start" | "back" | "forward" | "end" | "up" | "down";

/**
 * A swap map that was made beforehand, if there is one for the board of the key.
 */
export type StoredMap = { 
/**
 * Its board: `game/size`.
 */
key: string, 
/**
 * Its openings.
 */
openings: Array<Opening> | null, };

/**
 * A swap map in the making.
 */
export type SwapMapMessage = { 
/**
 * Its board: `game/size`.
 */
key: string, 
/**
 * Openings still to be looked at.
 */
left: number, 
/**
 * All of them.
 */
total: number, 
/**
 * Those that are known.
 */
openings: Array<Opening>, };

/**
 * Whether the swap is still to come: the first stone is to be placed, or may be taken over now.
 */
export type SwapStage = "opening" | "reply";

/**
 * Where a swap would put the first stone.
 */
export type SwapTo = { 
/**
 * The cell.
 */
cell: number, 
/**
 * Whether it exchanges the sides instead of the stone.
 */
sides: boolean, };

/**
 * Time for a game.
 */
export type TimeControl = { 
/**
 * Milliseconds for the whole game.
 */
main: number, 
/**
 * Milliseconds added after each move.
 */
increment: number, 
/**
 * Milliseconds of a period of byo-yomi, after the main time.
 */
period?: number, 
/**
 * How many periods there are; none for a clock without byo-yomi.
 */
periods?: number, };

/**
 * The game with its variations.
 */
export type TreeMessage = { 
/**
 * The game on the table.
 */
table: string, 
/**
 * White's and Black's names in the file.
 */
names: [string, string], 
/**
 * Facts of the file.
 */
info: Array<[string, Array<string>]>, 
/**
 * All nodes.
 */
nodes: Array<TreeNode>, };

/**
 * A node of the tree.
 */
export type TreeNode = { 
/**
 * Its number.
 */
id: number, 
/**
 * The node before it.
 */
parent: number | null, 
/**
 * The nodes after it, the main line first.
 */
children: Array<number>, 
/**
 * The move that led to it, in GUI coordinates.
 */
move: string | null, 
/**
 * Who made it.
 */
mover: Colour, 
/**
 * What is said of it.
 */
comment?: string, 
/**
 * White's win share.
 */
white?: number, 
/**
 * Simulations behind it.
 */
visits?: number, 
/**
 * Who wins, if that is proved.
 */
proved?: Winner, 
/**
 * The best move from here and what is expected after it.
 */
line?: Array<number>, };

/**
 * What is proved, for a side.
 */
export type Verdict = "unknown" | "win" | "draw" | "loss";

/**
 * Where the moment stands in a proof.
 */
export type WalkMessage = { 
/**
 * The identity of the position.
 */
key: string, 
/**
 * Whether the swap is still to come.
 */
swap: SwapStage | null, 
/**
 * The place; none when no proof has it.
 */
place: WalkPlace | null, };

/**
 * A place in a proof.
 */
export type WalkPlace = { 
/**
 * Who wins the bare position. Nobody when the line has left one half of the proof of a draw.
 */
winner: Winner | null, 
/**
 * Whether the proof was checked.
 */
checked: boolean, 
/**
 * Positions of the whole proof.
 */
positions: number, 
/**
 * Whether the line has left what the proof spells out.
 */
beyond: boolean, 
/**
 * Whether the rows are the loser's replies.
 */
replies: boolean, 
/**
 * How the proof ends here.
 */
end: ProofEnd, 
/**
 * The moves that the proof spells out.
 */
rows: Array<WalkRow>, 
/**
 * Replies that the proof does not spell out.
 */
others: number, 
/**
 * In a proof by connections (Hex), the empty cells that hold the win.
 */
carrier: Array<number> | null, };

/**
 * A move that a proof spells out.
 */
export type WalkRow = { 
/**
 * Its cell.
 */
cell: number, 
/**
 * What answers it.
 */
answer: number | null, 
/**
 * Positions below it.
 */
positions: number, 
/**
 * How it ends.
 */
end: ProofEnd, 
/**
 * In a proof by connections (Hex), the empty cells that hold the win after it and its answer.
 */
carrier: Array<number> | null, };

/**
 * Who the client is.
 */
export type Welcome = { 
/**
 * The session's name, which is its owner's secret; guests do not learn it.
 */
session: string | null, 
/**
 * What the client may do.
 */
role: Role, };

/**
 * A winning shape.
 */
export type Win = { 
/**
 * Its kind: `ring`, `bridge`, `fork`, `chain`.
 */
kind: WinKind, 
/**
 * Whose it is.
 */
colour: Colour, 
/**
 * Its stones.
 */
cells: Array<number>, 
/**
 * The corners, edges or sides that it joins, as bits.
 */
marks: number, 
/**
 * The same in words.
 */
names: Array<string>, 
/**
 * What a ring encloses.
 */
enclosed: Array<number>, };

/**
 * Who has won, or wins.
 */
export type Winner = "white" | "black" | "draw";

/**
 * A wish, and what the client had before its eyes when it made it. A wish about another game or moment than
 * the table's own came too late and is not obeyed; one that does not say is taken to be about the present.
 */
export type Wish = { 
/**
 * The game, as `table` of the state says.
 */
table?: string | null, 
/**
 * The moment, as `at` of the state says.
 */
at?: string | null, } & ({ "do": "new" } & NewGame | { "do": "play", 
/**
 * A cell, or `swap`.
 */
move: string, } | { "do": "undo" } | { "do": "redo" } | { "do": "go", 
/**
 * Its number.
 */
node: number, } | { "do": "step", 
/**
 * Where to.
 */
to: Step, } | { "do": "resign", 
/**
 * `white` or `black`.
 */
colour?: string | null, } | { "do": "hint" } | { "do": "analyse", 
/**
 * On or off.
 */
on: boolean, 
/**
 * Who analyses: `gtp:` and the name of an engine of the owner's file; Robusto itself if nobody is named.
 */
by?: string | null, } | { "do": "review", 
/**
 * On or off.
 */
on: boolean, } | { "do": "judge", 
/**
 * The node that the move led to.
 */
node: number, } | { "do": "teach", 
/**
 * On or off.
 */
on: boolean, } | { "do": "openings", 
/**
 * `havannah` or `hex`.
 */
game?: string, 
/**
 * `8`, `4x4x5`, `11x9`.
 */
size?: string, 
/**
 * On or off.
 */
on: boolean, } | { "do": "solve", 
/**
 * On or off.
 */
on: boolean, } | { "do": "think", 
/**
 * On or off.
 */
on: boolean, } | { "do": "line", 
/**
 * Cells in GUI coordinates.
 */
moves: Array<string>, 
/**
 * How many of them to go along.
 */
go?: number, } | { "do": "promote", 
/**
 * The node that it leads to.
 */
node: number, } | { "do": "delete", 
/**
 * The node.
 */
node: number, } | { "do": "restore" } | { "do": "reopen", 
/**
 * Its name.
 */
kept: string, } | { "do": "comment", 
/**
 * The node.
 */
node: number, 
/**
 * The text; empty takes it away.
 */
text: string, } | { "do": "seats", 
/**
 * White's seat.
 */
white: Seat, 
/**
 * Black's seat.
 */
black: Seat, } | { "do": "names", 
/**
 * White's.
 */
white: string, 
/**
 * Black's.
 */
black: string, } | { "do": "open", 
/**
 * Its text: SGF, HGF or a list of moves.
 */
text: string, 
/**
 * Its name, for messages.
 */
name?: string, } | { "do": "invite", 
/**
 * The guest's colour.
 */
colour: string, } | { "do": "batch", 
/**
 * Names and texts.
 */
files: Array<[string, string]>, 
/**
 * Seconds for every moment of a game.
 */
seconds: number, } | { "do": "batch_run", 
/**
 * On or off.
 */
on: boolean, } | { "do": "batch_open", 
/**
 * The game's number.
 */
game: number, 
/**
 * The move's number, from 1.
 */
ply: number, } | { "do": "forget_batch" } | { "do": "ponder", 
/**
 * On or off.
 */
on: boolean, } | { "do": "library", 
/**
 * Names and texts.
 */
files: Array<[string, string]>, } | { "do": "library_own" } | { "do": "library_open", 
/**
 * Its number.
 */
game: number, } | { "do": "forget_library" });
