// What the user likes, kept in the browser.

export type Theme = "system" | "light" | "dark";
export type HeatKind = "visits" | "win" | "rave" | "prior" | "none";

export interface Preferences {
  theme: Theme;
  coords: string;
  turned: boolean;
  moveNumbers: boolean;
  threats: boolean;
  confirm: boolean;
  sound: boolean;
  heat: HeatKind;
  numbers: boolean;
  /** The preset of another engine that analyses; Robusto itself if it is empty. */
  analyst: string;
  seen: boolean;
  /** Puzzles that were solved. */
  solved: string[];
  /** Puzzles found at the first try in a row, and the most there were. */
  streak: number;
  bestStreak: number;
  newGame: Record<string, string>;
}

const KEY = "robusto.preferences";
const DEFAULTS: Preferences = {
  theme: "system",
  coords: "gui",
  turned: false,
  moveNumbers: false,
  threats: true,
  confirm: true,
  sound: false,
  heat: "visits",
  numbers: true,
  analyst: "",
  seen: false,
  solved: [],
  streak: 0,
  bestStreak: 0,
  newGame: {},
};

function read(): Preferences {
  try {
    return { ...DEFAULTS, ...JSON.parse(localStorage.getItem(KEY) ?? "{}") };
  } catch {
    return { ...DEFAULTS };
  }
}

export const prefs: Preferences = read();

/** Changes preferences and keeps them. */
export function prefer(change: Partial<Preferences>): void {
  Object.assign(prefs, change);
  try {
    localStorage.setItem(KEY, JSON.stringify(prefs));
  } catch {
    // A browser that keeps nothing still plays.
  }
  applyTheme();
}

const systemIsDark = matchMedia("(prefers-color-scheme: dark)");
systemIsDark.addEventListener("change", applyTheme);

/** Shows the theme that was chosen. */
export function applyTheme(): void {
  const isDark = prefs.theme === "dark" || (prefs.theme === "system" && systemIsDark.matches);
  document.documentElement.dataset["theme"] = isDark ? "dark" : "light";
}
