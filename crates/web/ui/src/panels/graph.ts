// White's win rate over the game: click to jump; moves that threw much away are marked and listed.

import type { App } from "../app";
import { fill, h, s } from "../dom";
import { percent, texts } from "../texts";
import type { TreeNode } from "../types";

const WIDTH = 320;
const HEIGHT = 92;
/** Throwing away this share of the game is a mistake. */
const MISTAKE = 0.12;

export interface Mistake {
  node: TreeNode;
  number: number;
  lost: number;
}

/** Moves that threw away much, the worst first. */
export function mistakes(line: TreeNode[]): Mistake[] {
  const found: Mistake[] = [];
  for (let i = 1; i < line.length; i++) {
    const [before, after] = [line[i - 1]!.white, line[i]!.white];
    if (before === undefined || after === undefined) continue;
    const lost = line[i]!.mover === "white" ? before - after : after - before;
    if (lost >= MISTAKE) found.push({ node: line[i]!, number: i, lost });
  }
  return found.sort((a, b) => b.lost - a.lost);
}

export function graph(app: App): HTMLElement {
  const picture = s("svg", {
    class: "graph",
    viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
    preserveAspectRatio: "none",
    role: "img",
    "aria-label": texts.graph.label,
  });
  const marks = h("ol", { class: "mistakes" });
  const note = h("p", { class: "quiet" });
  const button = h("button", { class: "link", type: "button", click: () => app.send({ do: "review", on: !app.state?.review.left }) });
  const element = h(
    "section",
    { class: "panel panel-graph", "aria-labelledby": "graph-title" },
    h("div", { class: "row" }, h("h2", { id: "graph-title" }, texts.graph.title), button),
    picture,
    note,
    marks,
  );
  picture.addEventListener("click", (event) => {
    const box = picture.getBoundingClientRect();
    const line = app.line();
    const at = Math.round(((event.clientX - box.left) / box.width) * (line.length - 1));
    const node = line[Math.max(0, Math.min(line.length - 1, at))];
    if (node) app.send({ do: "go", node: node.id });
  });
  app.watch(() => {
    const line = app.line();
    const review = app.state?.review ?? { left: 0, total: 0 };
    const known = line.filter((node) => node.white !== undefined).length;
    button.textContent = review.left ? texts.graph.stop : texts.graph.review;
    element.hidden = line.length < 3;
    button.hidden = line.length < 3 || app.isGuest;
    picture.toggleAttribute("hidden", known < 2);
    fill(picture, draw(line, app.state?.node ?? 0));
    const worst = mistakes(line).slice(0, 3);
    const isReviewed = review.total > 0 && review.left === 0;
    note.textContent = review.left
      ? texts.graph.progress(review.total - review.left, review.total)
      : known < 2
        ? texts.graph.empty
        : worst.length
          ? texts.graph.decided
          : isReviewed
            ? texts.graph.none
            : "";
    note.hidden = !note.textContent;
    fill(marks, worst.map((mistake) => mistakeRow(app, mistake)));
    marks.hidden = worst.length === 0;
  });
  return element;
}

function mistakeRow(app: App, { node, number, lost }: Mistake): HTMLElement {
  const go = () => app.send({ do: "go", node: node.parent ?? 0 });
  const text = texts.graph.mistake(node.move ?? "", number, percent(lost));
  return h("li", {}, h("button", { class: "link", type: "button", click: go }, h("span", { class: `disc small ${node.mover}`, "aria-hidden": "true" }), text));
}

function draw(line: TreeNode[], current: number): SVGElement[] {
  const last = Math.max(1, line.length - 1);
  const x = (i: number) => (i / last) * WIDTH;
  const y = (white: number) => 5 + (1 - white) * (HEIGHT - 10);
  const known = line.map((node, i) => ({ i, node })).filter(({ node }) => node.white !== undefined);
  const found: SVGElement[] = [s("line", { x1: 0, x2: WIDTH, y1: y(0.5), y2: y(0.5), class: "middle" })];
  if (known.length > 1) {
    const points = known.map(({ i, node }) => `${x(i).toFixed(1)} ${y(node.white!).toFixed(1)}`);
    const [from, to] = [x(known[0]!.i), x(known.at(-1)!.i)];
    found.push(s("path", { d: `M${from} ${HEIGHT}L${points.join("L")}L${to} ${HEIGHT}Z`, class: "area" }));
    found.push(s("path", { d: `M${points.join("L")}`, class: "curve" }));
  }
  for (const { i, node } of known) {
    if (node.proved) found.push(s("rect", { x: x(i) - 2.5, y: y(node.white!) - 2.5, width: 5, height: 5, class: "proved" }));
  }
  for (const { number, node } of mistakes(line)) {
    found.push(s("circle", { cx: x(number), cy: y(node.white!), r: 3.5, class: "mistake" }));
  }
  const at = line.findIndex((node) => node.id === current);
  if (at >= 0) found.push(s("line", { x1: x(at), x2: x(at), y1: 0, y2: HEIGHT, class: "here" }));
  return found;
}
