import { END_OF_ROWS } from "./backup-tables.ts";

const DAMAGED_MESSAGE =
  "This backup is damaged: it ends too early or has invalid content. Restore another one.";
const MAX_FACT_BYTES = 1_000_000;

/** Reads the content of a backup: JSON lines, and after a table's line its rows. */
export class BackupReader {
  counted = 0;
  readonly #source: AsyncIterator<Buffer>;
  #held: Buffer = Buffer.alloc(0);

  constructor(content: AsyncIterable<Buffer>) {
    this.#source = content[Symbol.asyncIterator]();
  }

  /** @throws Error when there is no line, or it isn't JSON. */
  async json<T>(): Promise<T> {
    let end = this.#held.indexOf(10);
    while (end < 0 && this.#held.length < MAX_FACT_BYTES && (await this.#more()))
      end = this.#held.indexOf(10);
    const line = this.#held.subarray(0, end);
    this.#held = this.#held.subarray(end + 1);
    try {
      const fact: unknown = end < 0 ? null : JSON.parse(line.toString());
      if (typeof fact !== "object" || fact === null) throw new Error("no fact");
      return fact as T;
    } catch (cause) {
      throw new Error(DAMAGED_MESSAGE, { cause });
    }
  }

  /** Yields the rows up to their end, in pieces of whole lines. */
  async *rows(): AsyncGenerator<Buffer> {
    for (;;) {
      const atOnce = this.#held.subarray(0, END_OF_ROWS.length).toString() === END_OF_ROWS;
      const end = atOnce ? 0 : this.#held.indexOf(`\n${END_OF_ROWS}`) + 1;
      const isEnd = atOnce || end > 0;
      const whole = this.#held.subarray(0, isEnd ? end : this.#held.lastIndexOf(10) + 1);
      this.#held = this.#held.subarray(whole.length + (isEnd ? END_OF_ROWS.length : 0));
      for (let at = whole.indexOf(10); at >= 0; at = whole.indexOf(10, at + 1)) this.counted += 1;
      if (whole.length > 0) yield whole;
      if (isEnd) return;
      if (!(await this.#more())) throw new Error(DAMAGED_MESSAGE);
    }
  }

  /** Closes the source for a reader that stops early. */
  async close(): Promise<void> {
    await this.#source.return?.();
  }

  async #more(): Promise<boolean> {
    const { value, done } = await this.#source.next();
    if (!done) this.#held = this.#held.length === 0 ? value : Buffer.concat([this.#held, value]);
    return !done;
  }
}
