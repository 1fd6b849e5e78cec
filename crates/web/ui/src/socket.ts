// The connection to the server. It mends itself: the server keeps the table, so nothing is lost.

import type { Message } from "./types";

const TAB = "robusto.session";
const LAST = "robusto.last";

function remembered(storage: Storage, key: string): string | null {
  try {
    return storage.getItem(key);
  } catch {
    return null;
  }
}

function remember(storage: Storage, key: string, value: string): void {
  try {
    storage.setItem(key, value);
  } catch {
    // Then a reload begins a new session.
  }
}

export class Connection {
  private socket: WebSocket | null = null;
  private delay = 200;
  private waiting: object[] = [];
  private isRefused = false;

  constructor(
    private readonly join: string | null,
    private readonly hear: (message: Message) => void,
    private readonly showConnected: (is: boolean) => void,
  ) {
    this.open();
  }

  /** Asks the server for something; while the connection is down, the wish waits. */
  send(message: object): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
    else if (this.waiting.length < 20) this.waiting.push(message);
  }

  private open(): void {
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(`${scheme}//${location.host}/ws`);
    this.socket = socket;
    socket.addEventListener("open", () => {
      this.delay = 200;
      const session = remembered(sessionStorage, TAB);
      const last = remembered(localStorage, LAST);
      socket.send(JSON.stringify(this.join ? { join: this.join } : { session, last }));
      this.showConnected(true);
    });
    socket.addEventListener("message", (event) => this.take(JSON.parse(event.data)));
    socket.addEventListener("close", () => this.reopen());
  }

  private take(message: Message): void {
    if (message.type === "welcome") {
      if (message.session) {
        remember(sessionStorage, TAB, message.session);
        remember(localStorage, LAST, message.session);
      }
      for (const wish of this.waiting.splice(0)) this.send(wish);
    }
    if (message.type === "notice" && message.kind === "refused") this.isRefused = true;
    this.hear(message);
  }

  private reopen(): void {
    if (this.isRefused) return;
    this.showConnected(false);
    setTimeout(() => this.open(), this.delay);
    this.delay = Math.min(this.delay * 1.7, 5000);
  }
}
