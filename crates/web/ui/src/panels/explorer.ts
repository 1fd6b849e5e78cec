// Games of a folder: which moves were played here, by whom, and how they scored.

import type { App } from "../app";
import { fill, h } from "../dom";
import { prefs } from "../prefs";
import { texts } from "../texts";
import type { ExplorerMove } from "../types";
import { textOf } from "./files";
import { button } from "./form";

const T = texts.explorer;
/** Files are sent in parts of about this many characters. */
const PART = 500_000;

export function explorer(app: App): HTMLElement {
  const progress = h("p", { class: "quiet", role: "status" });
  const picker = (folder: boolean) => {
    const input = h("input", { type: "file", multiple: true, class: "hidden-text", "aria-label": folder ? T.choose : T.files });
    if (folder) input.setAttribute("webkitdirectory", "");
    input.addEventListener("change", () => void read(app, [...(input.files ?? [])], progress));
    return input;
  };
  const [folder, files] = [picker(true), picker(false)];
  const table = h("div", { class: "explorer" });
  const forget = button(T.forget, () => {
    app.explorer = null;
    app.send({ do: "forget_library" });
    app.changed();
  });
  const element = h(
    "div",
    { class: "form" },
    h("p", {}, T.text),
    h(
      "div",
      { class: "actions" },
      button(T.choose, () => folder.click(), { class: "button primary" }),
      button(T.files, () => files.click()),
      folder,
      files,
    ),
    progress,
    table,
    forget,
  );
  const show = () => {
    if (app.drawer !== "explorer") return;
    forget.hidden = !app.explorer?.games;
    fill(table, rows(app));
  };
  app.watch(show);
  show();
  return element;
}

async function read(app: App, files: File[], progress: HTMLElement): Promise<void> {
  const games = files.filter((file) => /\.(sgf|hgf|txt)$/i.test(file.name) && file.size < 1_000_000);
  let part: [string, string][] = [];
  let length = 0;
  for (const [i, file] of games.entries()) {
    const text = await textOf(file);
    part.push([file.name, text]);
    length += text.length;
    if (length > PART || i === games.length - 1) {
      app.send({ do: "library", files: part });
      progress.textContent = T.reading(i + 1, games.length);
      [part, length] = [[], 0];
    }
  }
  progress.textContent = "";
}

function rows(app: App): HTMLElement[] {
  const known = app.explorer;
  if (!known) return [];
  if (known.moves.length === 0) return [h("p", { class: "quiet" }, T.none)];
  const list = known.moves.slice(0, 20).map((move) => row(app, move));
  return [h("p", { class: "quiet" }, T.games(known.games)), h("ol", { class: "candidates" }, list)];
}

function row(app: App, move: ExplorerMove): HTMLElement {
  const name = app.shape?.names[prefs.coords]?.[move.cell] ?? app.cellName(move.cell);
  const add = () => app.send({ do: "line", moves: [app.cellName(move.cell)], go: 1 });
  const who = move.some.slice(0, 3).map((game) => `${game.white || "?"} – ${game.black || "?"}`).join(", ");
  return h(
    "li",
    {},
    h(
      "button",
      { class: "candidate", type: "button", click: add },
      h("span", { class: "move" }, name),
      h("span", { class: "value" }, T.games(move.games)),
      h("span", { class: "visits" }, T.score(move.wins, move.known)),
      h("span", { class: "line" }, who),
    ),
  );
}
