// Pieces of forms.

import { type Attributes, h } from "../dom";

/** A row of choices of which one is taken. */
export function choice<T extends string>(
  legend: string,
  name: string,
  options: [T, string][],
  chosen: T,
  change: (value: T) => void,
): HTMLFieldSetElement {
  const boxes = options.map(([value, text]) => {
    const input = h("input", { type: "radio", name, value, change: () => change(value) });
    input.checked = value === chosen;
    return h("label", { class: "chip" }, input, h("span", {}, text));
  });
  return h("fieldset", { class: "choices" }, h("legend", {}, legend), h("div", { class: "chips" }, boxes));
}

/** A box to tick. */
export function tick(text: string, is: boolean, change: (is: boolean) => void): HTMLLabelElement {
  const input = h("input", { type: "checkbox", change: () => change(input.checked) });
  input.checked = is;
  return h("label", { class: "tick" }, input, h("span", {}, text));
}

export const button = (text: string, act: () => void, attributes: Attributes = {}): HTMLButtonElement =>
  h("button", { class: "button", type: "button", click: act, ...attributes }, text);
