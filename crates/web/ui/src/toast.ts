// Short messages that come and go, read out by screen readers.

import { h } from "./dom";

const area = h("div", { class: "toasts", role: "status", "aria-live": "polite" });
const whisper = h("div", { class: "hidden-text", "aria-live": "polite" });

/** Puts the place for messages on the page. */
export function mountToasts(parent: Element): void {
  parent.append(area, whisper);
}

/** Something that can be done about a message. */
export interface Remedy {
  text: string;
  act: () => void;
}

/** How long messages stay, in milliseconds: longer when something can be done. */
const TIME = { info: 3500, error: 6000, remedy: 12_000 };

/** Shows a message for a while. */
export function toast(text: string, kind: "info" | "error" | "refused" = "info", remedy?: Remedy): void {
  untoast(text);
  const element = h("div", { class: `toast ${kind}` }, h("span", {}, text));
  element.addEventListener("click", () => element.remove());
  if (remedy) element.append(h("button", { class: "remedy", type: "button", click: remedy.act }, remedy.text));
  area.append(element);
  while (area.children.length > 3) area.firstElementChild?.remove();
  if (kind !== "refused") setTimeout(() => element.remove(), remedy ? TIME.remedy : TIME[kind]);
}

/** Takes back a message that says no more than the page does now. */
export function untoast(text: string): void {
  [...area.children].find((child) => child.firstChild?.textContent === text)?.remove();
}

/** Says something to screen readers alone. */
export function say(text: string): void {
  whisper.textContent = text;
}
