// Opening and saving: files, pasted text, pictures, addresses.

import { type App, isPhone } from "../app";
import { download, h } from "../dom";
import { pictureAsPng, pictureAsSvg } from "../export/picture";
import { texts } from "../texts";
import { toast } from "../toast";
import { button } from "./form";

const LIMIT = 4_000_000;
/** What certificates begin with. */
const MAGIC = "RBPROOF";
const T = texts.files;

/** Text of a file whose encoding is not known: UTF-8 if it is that, else ISO-8859-1. */
export async function textOf(file: Blob): Promise<string> {
  const bytes = await file.arrayBuffer();
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("iso-8859-1").decode(bytes);
  }
}

/** Opens a file that was chosen, dropped or pasted. */
export async function openBlob(app: App, file: Blob, name: string): Promise<void> {
  if (await isCertificate(file)) return openCertificate(app, file, name);
  if (file.size > LIMIT) return toast(T.tooLarge, "error");
  app.send({ do: "open", text: await textOf(file), name });
  app.openDrawer(null);
}

const isCertificate = async (file: Blob): Promise<boolean> => (await file.slice(0, MAGIC.length).text()) === MAGIC;

/** Opens a certificate: its position comes onto the table, and its proof can be walked. */
async function openCertificate(app: App, file: Blob, name: string): Promise<void> {
  const session = app.welcome?.session;
  if (!session) return;
  toast(T.checking);
  const answer = await fetch(`api/session/${session}/certificate`, { method: "POST", body: file });
  if (!answer.ok) return toast(T.badCertificate(name, await answer.text()), "error");
  app.openDrawer(null);
  if (isPhone()) app.sheet = "analysis";
}

export function openFile(app: App): HTMLElement {
  const input = h("input", {
    type: "file",
    class: "hidden-text",
    accept: ".sgf,.hgf,.txt,.proof,text/plain",
    "aria-label": T.choose,
    change: () => {
      const file = input.files?.[0];
      if (file) void openBlob(app, file, file.name);
    },
  });
  const area = h("textarea", { rows: 7, "aria-label": T.paste, placeholder: T.paste, class: "paste" });
  const load = () => {
    if (area.value.trim()) void openBlob(app, new Blob([area.value]), "");
  };
  return h(
    "div",
    { class: "form" },
    h("p", {}, T.openText),
    h("div", { class: "actions" }, button(T.choose, () => input.click(), { class: "button primary" }), input),
    area,
    h("div", { class: "actions" }, button(T.load, load)),
  );
}

/** The address that opens this position. */
export function address(app: App): string {
  const state = app.state!;
  const moves = app.line().slice(1, state.ply + 1).map((node) => node.move).join(".");
  const base = `${location.origin}${location.pathname}#`;
  const isPlain = app.nodes.get(0) && state.numbers.length >= state.ply - 1;
  const stones = isPlain ? "" : `&stones=${state.stones}&turn=${state.turn}`;
  return `${base}game=${state.game}&size=${state.size}${stones || `&moves=${moves}`}`;
}

export async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast(T.copied);
  } catch {
    toast(T.cannotCopy, "error");
  }
}

export function saveFile(app: App): HTMLElement {
  const shown = h("textarea", { rows: 8, readonly: true, class: "paste diagram", "aria-label": T.text, hidden: true });
  const show = (text: string) => {
    shown.hidden = false;
    shown.value = text;
    shown.focus();
    shown.select();
    void copy(text);
  };
  const file = async (style: string, name: string) => {
    const session = app.welcome?.session;
    if (!session) return;
    const answer = await fetch(`api/session/${session}/game.sgf?style=${style}`);
    download(name, await answer.blob());
  };
  const name = () => `${app.state?.game ?? "game"}-${app.state?.size ?? ""}`;
  const moves = () => app.line().slice(1).map((node) => node.move).join(" ");
  const board = () => document.querySelector<SVGSVGElement>(".board-area .board")!;
  const isOwner = app.welcome?.role === "owner";
  return h(
    "div",
    { class: "form" },
    h(
      "div",
      { class: "list-actions" },
      h("h3", {}, T.download),
      isOwner ? button(T.sgf, () => void file("", `${name()}.sgf`)) : null,
      isOwner ? button(T.lg, () => void file("littlegolem", `${name()}.hgf`)) : null,
      button(T.svg, () => download(`${name()}.svg`, pictureAsSvg(board()))),
      button(T.png, () => void pictureAsPng(board()).then((blob) => download(`${name()}.png`, blob))),
      h("h3", {}, T.copyTitle),
      button(T.address, () => show(address(app))),
      button(T.moves, () => show(`${app.state?.game} ${app.state?.size}: ${moves()}`)),
      button(T.text, () => void diagram(app).then(show)),
    ),
    shown,
    isOwner ? names(app) : null,
  );
}

/** The position as plain text, to paste into forums. */
async function diagram(app: App): Promise<string> {
  const { game, size, stones, turn } = app.state!;
  const body = JSON.stringify({ game, size, stones, turn });
  const answer = await fetch("api/diagram", { method: "POST", headers: { "content-type": "application/json" }, body });
  return answer.text();
}

/** The players' names, as they stand in the file. */
function names(app: App): HTMLElement {
  const [white, black] = (app.tree?.names ?? ["", ""]).map((value, i) =>
    h("input", { type: "text", maxlength: 60, value, class: "other-size", "aria-label": i ? T.black : T.white, placeholder: i ? T.black : T.white }),
  );
  const send = () => app.send({ do: "names", white: white!.value, black: black!.value });
  white!.addEventListener("change", send);
  black!.addEventListener("change", send);
  return h("fieldset", { class: "choices" }, h("legend", {}, T.names), white!, black!);
}
