// A console for the engines of the owner's file: commands of the Go Text Protocol and their answers.

import type { App } from "../app";
import { h } from "../dom";
import { classicName, texts } from "../texts";

const T = texts.console;

export function gtpConsole(app: App): HTMLElement {
  const names = (app.info?.engines ?? []).map(classicName);
  const engine = h("select", { "aria-label": T.engine }, names.map((name) => h("option", { value: name }, name)));
  const line = h("input", { type: "text", class: "other-size", "aria-label": T.line, placeholder: T.line, maxlength: 1000, spellcheck: "false" });
  const log = h("pre", { class: "console", tabindex: 0, role: "log", "aria-label": T.log });
  const add = (text: string) => {
    log.textContent += `${text}\n`;
    log.scrollTop = log.scrollHeight;
  };
  const send = async (event: Event) => {
    event.preventDefault();
    const command = line.value.trim();
    const session = app.welcome?.session;
    if (!command || !session) return;
    line.value = "";
    add(`> ${command}`);
    const body = JSON.stringify({ engine: engine.value, line: command });
    const answer = await fetch(`api/session/${session}/gtp`, { method: "POST", headers: { "content-type": "application/json" }, body });
    add(`${answer.ok ? "=" : "?"} ${await answer.text()}`);
  };
  return h(
    "form",
    { class: "form", submit: (event: Event) => void send(event) },
    h("p", {}, T.text),
    h("label", { class: "field" }, h("span", {}, T.engine), engine),
    log,
    line,
    h("div", { class: "actions" }, h("button", { class: "button primary", type: "submit" }, T.send)),
  );
}
