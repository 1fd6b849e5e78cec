// The tutorial: one lesson after another, each on the big board, judged by the server's referee. The game waits behind it.

import type { App } from "../app";
import { blank } from "../board/board";
import { fill, h } from "../dom";
import { button } from "../panels/form";
import { prefer } from "../prefs";
import type { Moment, ShapeMessage } from "../types";
import { other } from "../types";
import { LESSONS, type Lesson } from "./lessons";

export function learn(app: App): HTMLElement {
  const element = h("div", { class: "lesson" });
  let number = app.lesson;
  app.lesson = 0;
  prefer({ seen: true });
  const show = () => fill(element, new Class(app, number, (next) => ((number = next), show())).element);
  show();
  return element;
}

/** One lesson being learned. */
class Class {
  readonly element: HTMLElement;
  private readonly lesson: Lesson;
  private readonly said = h("p", { class: "task", role: "status" });
  private moves: string[] = [];
  private moment: Moment | null = null;
  private shape: ShapeMessage | null = null;
  private isBusy = false;

  constructor(
    private readonly app: App,
    number: number,
    go: (number: number) => void,
  ) {
    this.lesson = LESSONS[number]!;
    const again = button("Again", () => void this.begin());
    const back = button("Back", () => go(number - 1));
    const next = button(number + 1 < LESSONS.length ? "Next" : "Play", () => (number + 1 < LESSONS.length ? go(number + 1) : app.openDrawer(null)), {
      class: "button primary",
    });
    back.disabled = number === 0;
    this.element = h(
      "div",
      {},
      h("div", { class: "row" }, h("h3", {}, this.lesson.title), h("span", { class: "quiet" }, `${number + 1} of ${LESSONS.length}`)),
      h("p", {}, this.lesson.text),
      // What is to be done stays in sight, however long the text is.
      h("div", { class: "start" }, this.said, h("div", { class: "actions" }, back, again, next)),
    );
    void this.begin();
  }

  private async begin(): Promise<void> {
    // The board of the lesson before stands until this one's is known: no stone may be placed on it.
    const { stage } = this.app;
    if (stage) this.app.stage = { ...stage, pick: () => {}, view: { ...stage.view, isOpen: false } };
    this.app.changed();
    this.shape = await this.app.shapeOf(this.lesson.game, this.lesson.size);
    this.moves = [];
    await this.judge();
    this.said.textContent = this.lesson.task;
    this.said.classList.remove("done");
  }

  private get names(): string[] {
    return this.shape!.names["gui"]!;
  }

  private stones(): string {
    const stones = ".".repeat(this.names.length).split("");
    const put = (list: string, letter: string) => {
      for (const name of list.split(" ")) stones[this.names.indexOf(name)] = letter;
    };
    put(this.lesson.white, "w");
    put(this.lesson.black, "b");
    return stones.join("");
  }

  private async judge(): Promise<void> {
    const { game, size, you } = this.lesson;
    const question = { game, size, stones: this.stones(), turn: you, moves: this.moves.join(" ") };
    const answer = await fetch("api/judge", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(question),
    });
    if (!answer.ok) return;
    const moment = (await answer.json()) as Moment;
    this.moment = moment;
    // The drawer may have been closed meanwhile.
    if (this.app.drawer !== "learn" || !this.shape || !this.element.isConnected) return;
    this.app.stage = {
      shape: this.shape,
      pick: (cell) => void this.pick(cell),
      view: {
        ...blank,
        stones: moment.stones,
        turn: moment.turn,
        last: this.moves.length ? moment.last : null,
        wins: moment.over?.wins ?? [],
        isOpen: !moment.over && moment.turn === you,
      },
    };
    this.app.changed();
  }

  private async pick(cell: number): Promise<void> {
    const moment = this.moment;
    if (!moment || moment.over || moment.stones[cell] !== "." || this.isBusy) return;
    this.isBusy = true;
    this.moves.push(this.names[cell]!);
    await this.judge();
    const reply = this.moment?.over ? null : this.reply(this.names[cell]!);
    if (reply) {
      await new Promise((wait) => setTimeout(wait, 350));
      this.moves.push(reply);
      await this.judge();
    }
    this.isBusy = false;
    this.praise();
  }

  /** A win at once, or the other cell of a pair, or the next of the plan. */
  private reply(move: string): string | null {
    const { you, pairs = [], plan = "" } = this.lesson;
    const moment = this.moment!;
    const isEmpty = (name: string) => moment.stones[this.names.indexOf(name)] === ".";
    const win = moment.threats[other(you)][0];
    if (win !== undefined) return this.names[win]!;
    for (const [a, b] of pairs) {
      if (move === a && isEmpty(b)) return b;
      if (move === b && isEmpty(a)) return a;
    }
    const planned = plan.split(" ").find((name) => name && isEmpty(name));
    const any = this.names.find(isEmpty);
    return planned ?? any ?? null;
  }

  private praise(): void {
    const { goal, you, done, pairs = [] } = this.lesson;
    const over = this.moment?.over;
    const isFilled = pairs.every((pair) => pair.some((name) => this.moment!.stones[this.names.indexOf(name)] !== "."));
    const isDone = goal === "pairs" ? isFilled : goal === "win" ? over?.winner === you : over?.winner === other(you);
    if (isDone) this.said.textContent = done;
    else if (over) this.said.textContent = "That lost the race. Try again.";
    this.said.classList.toggle("done", isDone);
  }
}
