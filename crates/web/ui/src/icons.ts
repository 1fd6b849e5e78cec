// Icons, drawn as strokes on a field of 24 by 24.

import { s } from "./dom";

const PATHS = {
  new: "M12 3.5 19.4 7.800v8.400L12 20.500 4.600 16.200V7.800ZM12 8.500v7M8.500 12h7",
  open: "M3.500 18.500v-12h6l2 2.500h9v9.500ZM3.500 11h17",
  save: "M12 4v11M7.500 11l4.500 4.500L16.500 11M4.500 19.500h15",
  undo: "M8.500 5 4.500 9l4 4M5 9h9a5 5 0 0 1 0 10H9",
  redo: "M15.500 5l4 4-4 4M19 9h-9a5 5 0 0 0 0 10h5",
  swap: "M4.500 8.500h13M14 5l3.500 3.500L14 12M19.500 15.500h-13M10 12l-3.500 3.500L10 19",
  hint: "M9.500 18h5M10.500 21h3M12 3a6 6 0 0 0-3.700 10.700c.8.7 1.200 1.300 1.200 2.300h5c0-1 .4-1.600 1.200-2.300A6 6 0 0 0 12 3Z",
  analyse: "M4 19.500V12M9.300 19.500V5M14.700 19.500V9M20 19.500v-4",
  solve: "M5 12.500l4.500 4.500L19.500 7",
  more: "M4.500 7h15M4.500 12h15M4.500 17h15",
  close: "M6 6l12 12M18 6 6 18",
  first: "M18.500 6l-8 6 8 6V6M6 6v12",
  back: "M16.500 6l-8 6 8 6Z",
  forward: "M7.500 6l8 6-8 6Z",
  last: "M5.500 6l8 6-8 6V6M18 6v12",
  flag: "M6 21V4M6 5h11.500l-2.500 4 2.500 4H6",
  play: "M8 5.500v13l10.500-6.500Z",
  pause: "M8 5.500v13M16 5.500v13",
  moves: "M5 6.500h6M5 12h6M5 17.500h6M14 6.500h5M14 12h5M14 17.500h5",
  graph: "M4 17.500l5-6 4 3.500 7-9M4 20.500h16",
  up: "M12 19V5.500M6.500 11 12 5.500 17.500 11",
  bin: "M5 7h14M9.500 7V4.500h5V7M7 7l1 13h8l1-13",
} as const;

export type IconName = keyof typeof PATHS;

export function icon(name: IconName): SVGSVGElement {
  return s(
    "svg",
    { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true", focusable: "false" },
    s("path", { d: PATHS[name] }),
  );
}
