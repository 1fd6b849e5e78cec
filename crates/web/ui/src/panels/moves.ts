// The variation tree as text: the main line, with variations set in where they leave it.

import type { App } from "../app";
import { fill, h } from "../dom";
import { type IconName, icon } from "../icons";
import { prefs } from "../prefs";
import { texts } from "../texts";
import type { Step, TreeNode } from "../types";

/** How long one may pause in writing before what is written is kept, in milliseconds. */
const PAUSE = 400;

/** Keeps what is written about the moment at which the writing began: the game may go on meanwhile. */
function keepComments(app: App, comment: HTMLTextAreaElement): void {
  let about: { table: string; node: number } | null = null;
  let timer = 0;
  const keep = () => {
    clearTimeout(timer);
    if (about) app.comment(about.table, about.node, comment.value);
  };
  comment.addEventListener("focus", () => (about = app.state && { table: app.state.table, node: app.state.node }));
  comment.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(keep, PAUSE);
  });
  comment.addEventListener("change", keep);
  comment.addEventListener("blur", () => {
    clearTimeout(timer);
    about = null;
    app.changed();
  });
}

export function moves(app: App): HTMLElement {
  const list = h("div", { class: "moves", tabindex: 0, role: "group", "aria-label": texts.tree.title });
  const comment = h("textarea", { class: "comment", rows: 2, placeholder: texts.tree.comment, "aria-label": texts.tree.comment });
  const tool = (name: IconName, title: string, act: () => void) =>
    h("button", { class: "small-tool", type: "button", title, "aria-label": title, click: act }, icon(name));
  const step = (to: Step) => () => app.send({ do: "step", to });
  const promote = tool("up", texts.tree.promote, () => app.send({ do: "promote", node: app.state?.node ?? 0 }));
  const remove = tool("bin", texts.tree.remove, () => app.send({ do: "delete", node: app.state?.node ?? 0 }));
  const steps = h(
    "span",
    { class: "small-tools" },
    promote,
    remove,
    tool("first", texts.tree.nav.start, step("start")),
    tool("back", texts.tree.nav.back, step("back")),
    tool("forward", texts.tree.nav.forward, step("forward")),
    tool("last", texts.tree.nav.end, step("end")),
  );
  const element = h(
    "section",
    { class: "panel panel-moves", "aria-labelledby": "moves-title" },
    h(
      "div",
      { class: "row" },
      h("h2", { id: "moves-title" }, texts.tree.title),
      steps,
    ),
    list,
    comment,
  );
  keepComments(app, comment);
  let drawn: unknown = null;
  let drawnCoords = "";
  app.watch(() => {
    const isGuest = app.isGuest;
    const node = app.nodes.get(app.state?.node ?? 0);
    const isMain = node ? onMainLine(app, node) : true;
    promote.hidden = isGuest || isMain;
    remove.hidden = isGuest || !node || node.parent === null;
    const isBlank = app.nodes.size < 2;
    comment.hidden = isGuest || isBlank;
    steps.hidden = isBlank;
    if (document.activeElement !== comment) comment.value = node?.comment ?? "";
    if (drawn !== app.nodes || drawnCoords !== prefs.coords) {
      drawn = app.nodes;
      drawnCoords = prefs.coords;
      fill(list, draw(app));
    }
    mark(list, app.state?.node ?? 0);
  });
  return element;
}

function onMainLine(app: App, node: TreeNode): boolean {
  let at: TreeNode | undefined = node;
  while (at && at.parent !== null) {
    const parent = app.nodes.get(at.parent);
    if (parent?.children[0] !== at.id) return false;
    at = parent;
  }
  return true;
}

function mark(list: HTMLElement, current: number): void {
  const old = list.querySelector("[aria-current]");
  const now = list.querySelector(`[data-node="${current}"]`);
  if (old === now) return;
  old?.removeAttribute("aria-current");
  now?.setAttribute("aria-current", "true");
  if (now instanceof HTMLElement) {
    const [top, bottom] = [now.offsetTop - list.offsetTop, now.offsetTop - list.offsetTop + now.offsetHeight];
    if (top < list.scrollTop || bottom > list.scrollTop + list.clientHeight) {
      list.scrollTop = top - list.clientHeight / 2;
    }
  }
}

function draw(app: App): HTMLElement[] {
  const root = app.nodes.get(0);
  if (!root || root.children.length === 0) return [h("p", { class: "quiet" }, texts.tree.empty)];
  const line = h("div", { class: "variation main" });
  follow(app, line, root, 0, 0);
  return [line];
}

/** Writes the line after a node into an element; variations become elements of their own inside it. */
function follow(app: App, into: HTMLElement, from: TreeNode, ply: number, depth: number): void {
  // Of very large trees only the first move of each variation is written out.
  const deepest = app.nodes.size > 3000 ? 0 : 40;
  if (from.comment && ply === 0) into.append(h("p", { class: "said" }, from.comment));
  let at = from;
  while (at.children.length) {
    const children = at.children.map((id) => app.nodes.get(id)).filter((node) => node !== undefined);
    const [first, ...rest] = children;
    if (!first) return;
    ply += 1;
    into.append(move(app, first, ply));
    if (first.comment) into.append(h("p", { class: "said" }, first.comment));
    for (const variation of rest) {
      const set = h("div", { class: "variation" }, move(app, variation, ply));
      if (variation.comment) set.append(h("p", { class: "said" }, variation.comment));
      if (depth < deepest) follow(app, set, variation, ply, depth + 1);
      into.append(set);
    }
    at = first;
  }
}

function move(app: App, node: TreeNode, ply: number): HTMLElement {
  const shape = app.shape;
  const index = shape?.names["gui"]?.indexOf(node.move ?? "") ?? -1;
  const name = index >= 0 ? (shape?.names[prefs.coords]?.[index] ?? node.move) : node.move;
  const proved = node.proved ? (node.proved === "draw" ? " =" : node.proved === node.mover ? " ✓" : " ✕") : "";
  return h(
    "button",
    { class: `ply ${node.mover}`, type: "button", "data-node": node.id, click: () => app.send({ do: "go", node: node.id }) },
    h("span", { class: "count" }, `${ply}`),
    `${name ?? ""}${proved}`,
  );
}
