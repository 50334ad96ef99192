import { createHash } from "node:crypto";
import { createWriteStream, type WriteStream } from "node:fs";

/** The most events that are kept for a report. */
const KEPT = 60;
/** A response of the database that has an error. */
const ERROR = /^\d+ (?:.* )?error (\w{5})/;

/** All that happened in a world, in order, as one number. */
export class History {
  readonly #hash = createHash("sha256");
  readonly #file: WriteStream | undefined;
  readonly last: string[] = [];
  /** The errors of the database, by their codes. */
  readonly errors = new Map<string, string[]>();
  events = 0;

  /** @param file takes each event as a line, to compare two runs. */
  constructor(file?: string) {
    this.#file = file === undefined ? undefined : createWriteStream(file);
  }

  add(at: number, what: string): void {
    const line = `${new Date(at).toISOString().slice(5, 23)} ${what}`;
    this.events += 1;
    this.#hash.update(line);
    this.#file?.write(`${line}\n`);
    this.last.push(line);
    if (this.last.length > KEPT) this.last.shift();
    const [, code] = ERROR.exec(what) ?? [];
    if (code) this.errors.set(code, [...(this.errors.get(code) ?? []), line]);
  }

  async end(): Promise<string> {
    if (this.#file) await new Promise((resolve) => this.#file?.end(resolve));
    return this.#hash.digest("hex").slice(0, 16);
  }
}
