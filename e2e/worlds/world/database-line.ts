import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import type postgres from "postgres";
import {
  type Batch,
  BatchReader,
  buildStatement,
  endsResponse,
  MessageReader,
  removeTimeLimits,
  type ServerMessage,
} from "../wire/batches.ts";
import { describeResponse } from "../wire/describe-response.ts";
import { ServerProcess } from "./server-process.ts";
import { SessionClock } from "./session-clock.ts";

/** How long a statement may run before the database is asked whether it waits for a lock, and asked again. */
const LOCK_CHECK_MS = 4;
const DEADLOCK_MS = 15;

/** A connection of a machine to the real database, on which the world lets one batch run at a time. */
export class DatabaseLine {
  readonly #server: Socket;
  readonly #messages = new MessageReader();
  readonly #clock = new SessionClock();
  readonly #reader = new BatchReader();
  /** I outside of a transaction, T in one, E in one that failed; undefined within the first messages. */
  #status: string | undefined;
  #isBetween = true;
  #skip = 0;
  #response: ServerMessage[] = [];
  #notifications: Buffer[] = [];
  #ended: (() => void) | undefined;
  readonly process: ServerProcess;
  running: Batch | undefined;
  isListening = false;
  isOpen = true;

  constructor(port: number, observer: postgres.Sql) {
    this.process = new ServerProcess(observer);
    this.#server = connect(port, "127.0.0.1");
    this.#server.setNoDelay(true);
    this.#server.on("error", () => {});
    this.#server.on("data", (bytes: Buffer) => {
      for (const message of this.#messages.read(bytes)) this.#take(message);
    });
    this.#server.on("close", () => {
      this.isOpen = false;
      this.#ended?.();
    });
  }

  get isInTransaction(): boolean {
    return this.#status === "T" || this.#status === "E";
  }

  read = (bytes: Uint8Array): Batch[] => this.#reader.read(bytes);

  /** Begins a batch. Resolves once it has ended or waits for a lock: then `waitOn` continues. */
  async run(batch: Batch, now: number): Promise<"ended" | "blocked"> {
    this.running = batch;
    if (/^listen /i.test(batch.text.trim())) this.isListening = true;
    this.#server.write(Buffer.concat([...this.#tellTime(batch, now), prepare(batch)]));
    if (batch.endsBy === "nothing") {
      this.running = undefined;
      return "ended";
    }
    return this.waitOn();
  }

  /** Waits until the batch has ended or surely waits for another transaction. Then its process stands still. */
  async waitOn(): Promise<"ended" | "blocked"> {
    this.process.wake();
    let hasEnded = !this.isOpen || this.#isComplete();
    if (!hasEnded) {
      const ended = new Promise<void>((resolve) => {
        this.#ended = resolve;
      }).then(() => {
        hasEnded = true;
      });
      for (let checks = 0; !hasEnded; ) {
        await Promise.race([ended, pause(checks === 0 ? LOCK_CHECK_MS : DEADLOCK_MS)]);
        if (hasEnded) break;
        checks = (await this.process.isBlocked()) ? checks + 1 : 0;
        if (checks < 2 || hasEnded) continue;
        this.process.halt();
        return "blocked";
      }
    }
    this.running = undefined;
    this.#isBetween = this.#response.at(-1)?.kind === "Z" || !this.isOpen;
    return "ended";
  }

  /** Takes what the server sent since the last call. */
  takeResponse(): { bytes: Buffer; kinds: string } {
    const response = this.#response;
    this.#response = [];
    return { bytes: Buffer.concat(response.map(({ bytes }) => bytes)), kinds: describeResponse(response) };
  }

  /** Takes the notifications of all transactions that were committed so far. */
  async takeNotifications(): Promise<Buffer[]> {
    if (this.running || !this.isOpen || !this.#isBetween) return [];
    this.#skip += 1;
    this.running = { bytes: Buffer.alloc(0), text: "", endsBy: "ready" };
    this.#server.write(buildStatement(""));
    await this.waitOn();
    this.#isBetween = true;
    const notifications = this.#notifications;
    this.#notifications = [];
    return notifications;
  }

  /** Ends the connection at the server, and waits until its locks are free. */
  async close(): Promise<void> {
    if (!this.isOpen) return;
    const closed = once(this.#server, "close");
    this.#server.destroy();
    await closed;
    await this.process.awaitEnd();
  }

  #take(message: ServerMessage): void {
    const { kind, bytes } = message;
    if (kind === "A") return void this.#notifications.push(bytes);
    if (kind === "K") this.process.pid = bytes.readInt32BE(5);
    if (kind === "Z") {
      const status = String.fromCharCode(bytes[5] as number);
      if (status === "I" && this.#status !== "I") this.#clock.reset();
      this.#status = status;
    }
    if (this.#skip > 0) {
      if (kind !== "Z") return;
      this.#skip -= 1;
      if (this.running?.bytes.length === 0) this.#ended?.();
      return;
    }
    this.#response.push(message);
    if (this.#isComplete()) this.#ended?.();
  }

  #isComplete(): boolean {
    const last = this.#response.at(-1);
    return Boolean(
      this.running && this.running.bytes.length > 0 && last && endsResponse(last, this.running.endsBy),
    );
  }

  #tellTime(batch: Batch, now: number): Buffer[] {
    if (!this.#isBetween || !this.#status || this.#status === "E" || batch.endsBy === "nothing") return [];
    const statement = this.#clock.tell(now, this.#status === "T");
    if (!statement) return [];
    this.#skip += 1;
    return [statement];
  }
}

const prepare = ({ bytes, text }: Batch) => (text === "startup" ? removeTimeLimits(bytes) : bytes);
