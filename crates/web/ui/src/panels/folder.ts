// Files or a whole folder of them, chosen by the user and read part by part.

import { h } from "../dom";
import { texts } from "../texts";
import { textOf } from "./files";
import { button } from "./form";

/** Files are handed over in parts of about this many characters. */
const PART = 500_000;

export type Part = [name: string, text: string][];

/** Buttons to choose a folder or files; `take` gets their texts in parts. */
export function folderPicker(take: (part: Part) => void): HTMLElement[] {
  const T = texts.folder;
  const progress = h("p", { class: "quiet", role: "status" });
  const picker = (folder: boolean) => {
    const input = h("input", { type: "file", multiple: true, class: "hidden-text", "aria-label": folder ? T.choose : T.files });
    if (folder) input.setAttribute("webkitdirectory", "");
    input.addEventListener("change", () => {
      const files = [...(input.files ?? [])];
      input.value = "";
      void read(files, take, progress);
    });
    return input;
  };
  const [folder, files] = [picker(true), picker(false)];
  const buttons = h(
    "div",
    { class: "actions" },
    button(T.choose, () => folder.click(), { class: "button primary" }),
    button(T.files, () => files.click()),
    folder,
    files,
  );
  return [buttons, progress];
}

async function read(files: File[], take: (part: Part) => void, progress: HTMLElement): Promise<void> {
  const games = files.filter((file) => /\.(sgf|hgf|txt)$/i.test(file.name) && file.size < 1_000_000);
  let part: Part = [];
  let length = 0;
  for (const [i, file] of games.entries()) {
    const text = await textOf(file);
    part.push([file.name, text]);
    length += text.length;
    if (length > PART || i === games.length - 1) {
      take(part);
      progress.textContent = texts.folder.reading(i + 1, games.length);
      [part, length] = [[], 0];
    }
  }
  progress.textContent = games.length ? "" : texts.folder.none;
}
