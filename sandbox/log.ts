import { EventEmitter, once } from "node:events";
import type { Fault } from "./fault.ts";
import type { Route } from "./fault-book.ts";
import type { Transaction } from "./transaction.ts";

/** How the bytes of an answer ended. */
export type Ending = "sent" | "cut" | "stalled" | "hung" | "reset" | "closed";

/** One request and what really became of it. Times in ms since 1970; money in minor units. */
export interface LogEntry {
  /** 1 for the first request. */
  n: number;
  /** Grows with every change of any entry. */
  version: number;
  route: Route;
  method: string;
  path: string;
  query: Record<string, string>;
  ref: string | null;
  /** Lower-case names; the token's value is left out. */
  headers: Record<string, string>;
  /** Parsed JSON; the text when it is none; null when there was none. */
  body: unknown;
  remoteAddress: string;
  /** Which TCP connection carried it, counted from 1. */
  connection: number;
  receivedAt: number;
  /** Where it is held by a fault now, waiting for `release`. */
  held: "before" | "after" | null;
  /** Whether this very request charged or failed a purchase (a replay and a refusal did not). */
  executed: boolean;
  executedAt: number | null;
  /** The purchase behind it, as it stands now: this request's, or the replayed one. */
  transaction: Transaction | null;
  balanceBeforeMinor: bigint | null;
  balanceAfterMinor: bigint | null;
  /** The message of a refusal by validation or by the account. */
  refusal: string | null;
  fault: Fault | null;
  /** What was answered; `body` is what the whole text was, at most 4,000 characters. */
  answer: { status: number | null; body: string; ending: Ending } | null;
  answeredAt: number | null;
  /** Whether the caller hung up before a whole answer came. */
  hungUp: boolean;
}

/** Every entry since the start or the last reset, and a way to wait for the next change. */
export class Log<Entry extends { version: number } = LogEntry> {
  entries: Entry[] = [];
  version = 0;
  private changes = new EventEmitter().setMaxListeners(0);

  add(entry: Entry) {
    this.entries.push(entry);
    this.touch(entry);
  }

  touch(entry: Entry) {
    this.version += 1;
    entry.version = this.version;
    this.changes.emit("change");
  }

  touchNumber(n: number) {
    const entry = this.entries[n - 1];
    if (entry) this.touch(entry);
  }

  /** Forgets all entries; versions go on growing. */
  clear() {
    this.entries = [];
    this.version += 1;
    this.changes.emit("change");
  }

  since(version: number): Entry[] {
    return version === 0 ? this.entries : this.entries.filter((entry) => entry.version > version);
  }

  /** Resolves when something is newer than `version`, or when the signal ends the wait. */
  async changed(version: number, signal: AbortSignal): Promise<void> {
    if (this.version > version) return;
    await once(this.changes, "change", { signal }).catch(() => undefined);
  }
}
