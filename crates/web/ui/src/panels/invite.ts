// A link for a person on another machine.

import type { App } from "../app";
import { fill, h } from "../dom";
import { colourName, texts } from "../texts";
import type { Colour } from "../types";
import { copy } from "./files";
import { button, choice } from "./form";

const T = texts.invite;

export function invite(app: App): HTMLElement {
  const element = h("div", { class: "form" });
  let shown = "";
  const show = () => {
    if (app.drawer !== "invite") return;
    const now = JSON.stringify([app.info?.open_to_others, app.state?.invitation, app.state?.guests]);
    if (now === shown) return;
    shown = now;
    fill(element, content(app));
  };
  app.watch(show);
  show();
  return element;
}

function content(app: App): (HTMLElement | null)[] {
  let colour: Colour = "black";
  const found: (HTMLElement | null)[] = [];
  if (!app.info?.open_to_others) found.push(h("p", { class: "quiet" }, T.closed));
  const colours: [Colour, string][] = [["white", colourName("white")], ["black", colourName("black")]];
  found.push(
    choice(T.colour, "guest", colours, colour, (value) => (colour = value)),
    h("div", { class: "actions" }, button(T.make, () => app.send({ do: "invite", colour }), { class: "button primary" })),
  );
  const invitation = app.state?.invitation;
  if (invitation) {
    const host = app.info?.addresses[0] ?? location.host;
    const link = `http://${host}/#join=${invitation}`;
    found.push(
      h("p", {}, T.text),
      h("input", { type: "text", readonly: true, value: link, class: "address", "aria-label": T.title }),
      h("div", { class: "actions" }, button(texts.files.copy, () => void copy(link))),
      h("p", { class: "quiet" }, T.here(app.state?.guests ?? 0)),
    );
  }
  return found;
}
