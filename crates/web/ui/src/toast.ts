// Short messages that come and go, read out by screen readers.

import { h } from "./dom";

const area = h("div", { class: "toasts", role: "status", "aria-live": "polite" });
const whisper = h("div", { class: "hidden-text", "aria-live": "polite" });

/** Puts the place for messages on the page. */
export function mountToasts(parent: Element): void {
  parent.append(area, whisper);
}

/** Shows a message for a while. */
export function toast(text: string, kind: "info" | "error" | "refused" = "info"): void {
  const old = [...area.children].find((child) => child.textContent === text);
  old?.remove();
  const element = h("div", { class: `toast ${kind}` }, text);
  element.addEventListener("click", () => element.remove());
  area.append(element);
  while (area.children.length > 3) area.firstElementChild?.remove();
  if (kind !== "refused") setTimeout(() => element.remove(), kind === "error" ? 6000 : 3500);
}

/** Says something to screen readers alone. */
export function say(text: string): void {
  whisper.textContent = text;
}
