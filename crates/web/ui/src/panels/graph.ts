// White's win rate over the game: click to jump; moves that threw much away are marked and listed, with what would have been
// better, and how each player did in each part of the game.

import type { App } from "../app";
import { fill, h, s } from "../dom";
import { accuracies, type Judged, judgements, mistakes, nameOf } from "../study/mistakes";
import { isLooking, startQuest } from "../study/quest";
import { colourName, percent, texts } from "../texts";
import { other, type TreeNode } from "../types";

const HEIGHT = 118;
/** Room for the figures of the axes, and for the signs of mistakes above. */
const [LEFT, BOTTOM, TOP] = [30, 16, 14];
/** Mistakes that are listed at once. */
const SHOWN = 3;
const T = texts.graph;

export function graph(app: App): HTMLElement {
  const picture = s("svg", { class: "graph", role: "img", "aria-label": T.label });
  const tip = h("p", { class: "graph-tip", "aria-hidden": "true" });
  const marks = h("ol", { class: "mistakes" });
  const phases = h("div", { class: "phases" });
  const note = h("p", { class: "quiet" });
  const button = h("button", { class: "link", type: "button", click: () => app.send({ do: "review", on: !app.state?.review.left }) });
  const element = h(
    "section",
    { class: "panel panel-graph", "aria-labelledby": "graph-title" },
    h("div", { class: "row" }, h("h2", { id: "graph-title" }, T.title), button),
    picture,
    tip,
    note,
    marks,
    phases,
  );
  const nodeAt = (event: MouseEvent): [TreeNode, number] | null => {
    const box = picture.getBoundingClientRect();
    const line = app.line();
    const at = Math.round(((event.clientX - box.left - LEFT) / (box.width - LEFT)) * (line.length - 1));
    const number = Math.max(0, Math.min(line.length - 1, at));
    return line[number] ? [line[number], number] : null;
  };
  picture.addEventListener("click", (event) => {
    const found = nodeAt(event);
    if (found) app.send({ do: "go", node: found[0].id });
  });
  picture.addEventListener("pointermove", (event) => {
    const found = nodeAt(event);
    if (found) tip.textContent = tipText(...found);
  });
  picture.addEventListener("pointerleave", () => (tip.textContent = T.hover));
  let showsAll = false;
  let drawn = "";
  app.watch(() => {
    const line = app.line();
    const review = app.state?.review ?? { left: 0, total: 0 };
    const known = line.filter((node) => node.white !== undefined).length;
    const width = Math.max(200, picture.clientWidth || 328);
    const key = JSON.stringify([app.state?.table, app.state?.node, review, known, width, showsAll, line.map((node) => [node.id, node.white])]);
    if (key === drawn) return;
    drawn = key;
    button.textContent = review.left ? T.stop : T.review;
    element.hidden = line.length < 3;
    button.hidden = line.length < 3 || app.isGuest;
    const isBlank = known < 2;
    picture.toggleAttribute("hidden", isBlank);
    tip.hidden = isBlank;
    tip.textContent = T.hover;
    const judged = judgements(app);
    picture.setAttribute("viewBox", `0 0 ${width} ${HEIGHT}`);
    fill(picture, draw(line, judged, app.state?.node ?? 0, width));
    const worst = mistakes(app);
    const isReviewed = review.total > 0 && review.left === 0;
    note.textContent = review.left ? T.progress(review.total - review.left, review.total) : isBlank ? T.empty : worst.length ? T.decided : isReviewed ? T.none : "";
    note.hidden = !note.textContent;
    const rows = worst.slice(0, showsAll ? worst.length : SHOWN).map((mistake) => mistakeRow(app, mistake));
    const more = () => {
      showsAll = true;
      app.changed();
    };
    if (worst.length > SHOWN && !showsAll) rows.push(h("li", {}, h("button", { class: "link", type: "button", click: more }, T.all(worst.length))));
    fill(marks, rows);
    marks.hidden = worst.length === 0;
    phases.hidden = judged.length < line.length / 2;
    fill(phases, phases.hidden ? null : phaseTable(judged, line.length - 1));
  });
  return element;
}

const tipText = (node: TreeNode, number: number): string =>
  node.white === undefined ? `${number}. ${node.move ?? ""}` : T.tip(number, node.move ?? "", percent(node.white));

function mistakeRow(app: App, judged: Judged): HTMLElement {
  const { node, before, number, lost, fault, best, proved } = judged;
  const go = () => app.send({ do: "go", node: before.id });
  const see = () => preview(app, judged);
  const hide = () => preview(app, null);
  const text = T.mistake(node.move ?? "", number, percent(lost));
  const outcome = proved ? T.proved(T.outcomes[proved[0] as "win"], T.outcomes[proved[1] as "loss"]) : "";
  return h(
    "li",
    { pointerenter: see, pointerleave: hide },
    h(
      "div",
      { class: "row" },
      h(
        "button",
        { class: "link", type: "button", click: go, focus: see, blur: hide },
        h("span", { class: `disc small ${node.mover}`, "aria-hidden": "true" }),
        text,
        fault ? h("span", { class: "quality", "aria-hidden": "true" }, ` ${T.glyphs[fault]}`) : null,
      ),
      best === null ? null : h("span", { class: "better" }, T.better(nameOf(app, best))),
      outcome ? h("span", { class: "mark" }, outcome) : null,
      best === null || app.isGuest ? null : h("button", { class: "link", type: "button", click: () => startQuest(app, judged) }, T.find),
    ),
  );
}

/** The better line as stones on the board, when the board shows the moment before the mistake. */
function preview(app: App, judged: Judged | null): void {
  const isThere = judged && app.state?.node === judged.before.id && !isLooking(app);
  const line = isThere ? (judged.before.line ?? []) : [];
  const turn = app.state?.turn ?? "white";
  app.preview = line.map((cell, i) => ({ cell, colour: i % 2 ? other(turn) : turn, text: String(i + 1) }));
  app.changed();
}

function phaseTable(judged: Judged[], length: number): HTMLElement {
  const head = T.phaseNames.map((name) => h("th", { scope: "col" }, name));
  const row = (colour: "white" | "black") => {
    const cells = accuracies(judged, colour, length).map((share) => h("td", {}, share === null ? "–" : percent(share)));
    return h("tr", {}, h("th", { scope: "row" }, h("span", { class: `disc small ${colour}`, "aria-hidden": "true" }), colourName(colour)), cells);
  };
  return h(
    "table",
    { class: "scores" },
    h("thead", {}, h("tr", {}, h("th", { scope: "col" }, T.phases), head)),
    h("tbody", {}, row("white"), row("black")),
  );
}

/** A step between figures of the axis that leaves them room. */
const stepFor = (last: number, width: number): number => [1, 2, 5, 10, 20, 50, 100].find((step) => (last / step) * 34 < width) ?? 200;

function draw(line: TreeNode[], judged: Judged[], current: number, width: number): SVGElement[] {
  const last = Math.max(1, line.length - 1);
  const floor = HEIGHT - BOTTOM;
  const x = (i: number) => LEFT + (i / last) * (width - LEFT - 6);
  const y = (white: number) => TOP + (1 - white) * (floor - TOP);
  const known = line.map((node, i) => ({ i, node })).filter(({ node }) => node.white !== undefined);
  const found: SVGElement[] = [];
  if (known.length > 1) {
    const points = known.map(({ i, node }) => `${x(i).toFixed(1)} ${y(node.white!).toFixed(1)}`);
    const [from, to] = [x(known[0]!.i), x(known.at(-1)!.i)];
    found.push(s("rect", { x: from, y: TOP, width: to - from, height: floor - TOP, class: "of-black" }));
    found.push(s("path", { d: `M${from} ${floor}L${points.join("L")}L${to} ${floor}Z`, class: "of-white" }));
    found.push(s("path", { d: `M${points.join("L")}`, class: "curve" }));
  }
  found.push(s("line", { x1: LEFT, x2: width, y1: y(0.5), y2: y(0.5), class: "middle" }));
  for (const share of [0, 0.5, 1]) found.push(s("text", { x: LEFT - 4, y: y(share) + (share === 1 ? 8 : share === 0 ? 0 : 4), class: "axis", "text-anchor": "end" }, String(share * 100)));
  const step = stepFor(last, width - LEFT);
  for (let i = step; i <= last; i += step) found.push(s("text", { x: x(i), y: HEIGHT - 3, class: "axis", "text-anchor": "middle" }, String(i)));
  for (const { i, node } of known) {
    if (node.proved) found.push(s("rect", { x: x(i) - 2.5, y: y(node.white!) - 2.5, width: 5, height: 5, class: "proved" }));
  }
  let written = 0;
  for (const { number, node, fault } of judged) {
    if (!fault || fault === "inaccuracy") continue;
    const [cx, cy] = [x(number), y(node.white!)];
    found.push(s("circle", { cx, cy, r: 4, class: `glyph ${node.mover}` }));
    if (cx - written < 15) continue;
    written = cx;
    found.push(s("text", { x: Math.min(cx, width - 8), y: TOP - 4, class: "glyph-text" }, T.glyphs[fault]));
  }
  const at = line.findIndex((node) => node.id === current);
  if (at >= 0) {
    found.push(s("line", { x1: x(at), x2: x(at), y1: TOP, y2: floor, class: "here" }));
  }
  return found;
}
