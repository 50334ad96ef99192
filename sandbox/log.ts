import { EventEmitter, once } from "node:events";
import type { UpstreamFault } from "./fault.ts";
import type { SandboxRoute } from "./fault-book.ts";
import type { SandboxTransaction } from "./transaction.ts";

/** The end of a response's bytes. */
export type ResponseEnding = "sent" | "cut" | "stalled" | "hung" | "reset" | "closed";

/** One request and its true result. Times in ms since 1970; money in minor units. */
export interface SandboxLogEntry {
  /** 1 for the first request. */
  n: number;
  /** Grows with every change of any entry. */
  version: number;
  route: SandboxRoute;
  method: string;
  path: string;
  query: Record<string, string>;
  ref: string | null;
  /** Lower-case names; the token's value is left out. */
  headers: Record<string, string>;
  /** Parsed JSON; the text when it isn't JSON; null when there was none. */
  body: unknown;
  remoteAddress: string;
  /** Which TCP connection carried it, counted from 1. */
  connection: number;
  receivedAt: number;
  /** The point where a fault holds it now, until `release`. */
  held: "before" | "after" | null;
  /** Whether this request itself charged or failed a purchase (a replay or a rejection does not). */
  executed: boolean;
  executedAt: number | null;
  /** The purchase behind it in its present state: this request's, or the replayed one. */
  transaction: SandboxTransaction | null;
  balanceBeforeMinor: bigint | null;
  balanceAfterMinor: bigint | null;
  /** The message of a rejection by validation or by the account. */
  rejection: string | null;
  fault: UpstreamFault | null;
  /** The response; `body` is the whole text before it was cut, at most 4,000 characters. */
  answer: { status: number | null; body: string; ending: ResponseEnding } | null;
  answeredAt: number | null;
  /** Whether the caller hung up before a whole response came. */
  hungUp: boolean;
}

/** Every entry since the start or the last reset, and a way to wait for the next change. */
export class EventLog<Entry extends { version: number } = SandboxLogEntry> {
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

  /** Deletes all entries; versions continue to grow. */
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
