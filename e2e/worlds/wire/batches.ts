/** The messages that a client sends before it waits: up to a synchronisation, a flush or one of its first messages. */
export interface Batch {
  bytes: Buffer;
  /** The statements in it, with their values left out. */
  text: string;
  /** The kind of message that ends the response. */
  endsBy: "ready" | "description" | "authentication" | "nothing";
}

/** Splits the bytes of a client of PostgreSQL into batches. */
export class BatchReader {
  #waiting: Buffer = Buffer.alloc(0);
  #parts: Buffer[] = [];
  #texts: string[] = [];
  #hasStarted = false;

  read(bytes: Uint8Array): Batch[] {
    this.#waiting = Buffer.concat([this.#waiting, bytes]);
    const batches: Batch[] = [];
    for (let message = this.#next(); message; message = this.#next()) {
      const endsBy = this.#add(message);
      if (!endsBy) continue;
      batches.push({ bytes: Buffer.concat(this.#parts), text: this.#texts.join("; "), endsBy });
      this.#parts = [];
      this.#texts = [];
    }
    return batches;
  }

  #next(): Buffer | undefined {
    const head = this.#hasStarted ? 1 : 0;
    if (this.#waiting.length < head + 4) return undefined;
    const size = head + this.#waiting.readInt32BE(head);
    if (this.#waiting.length < size) return undefined;
    const message = this.#waiting.subarray(0, size);
    this.#waiting = this.#waiting.subarray(size);
    return message;
  }

  #add(message: Buffer): Batch["endsBy"] | undefined {
    this.#parts.push(message);
    if (!this.#hasStarted) {
      this.#hasStarted = true;
      this.#texts.push("startup");
      return message.readInt32BE(4) === CANCEL_CODE ? "nothing" : "authentication";
    }
    const kind = String.fromCharCode(message[0] as number);
    if (kind === "P") this.#texts.push(readText(message, message.indexOf(0, 5) + 1));
    if (kind === "Q") this.#texts.push(readText(message, 5));
    if (kind === "B") this.#texts.push(`run ${readText(message, message.indexOf(0, 5) + 1)}`);
    return ENDS[kind];
  }
}

const CANCEL_CODE = 80_877_102;
const ENDS: Record<string, Batch["endsBy"]> = {
  ...{ S: "ready", Q: "ready", H: "description", p: "authentication", X: "nothing", c: "ready", f: "ready" },
};

const readText = (message: Buffer, from: number) => message.toString("utf8", from, message.indexOf(0, from));

/** One message of the server. */
export interface ServerMessage {
  kind: string;
  bytes: Buffer;
}

/** Splits the bytes of the server into messages. */
export class MessageReader {
  #waiting: Buffer = Buffer.alloc(0);

  read(bytes: Uint8Array): ServerMessage[] {
    this.#waiting = this.#waiting.length === 0 ? Buffer.from(bytes) : Buffer.concat([this.#waiting, bytes]);
    const messages: ServerMessage[] = [];
    for (;;) {
      if (this.#waiting.length < 5) return messages;
      const size = 1 + this.#waiting.readInt32BE(1);
      if (this.#waiting.length < size) return messages;
      const message = this.#waiting.subarray(0, size);
      messages.push({ kind: String.fromCharCode(message[0] as number), bytes: message });
      this.#waiting = this.#waiting.subarray(size);
    }
  }
}

/** Whether a message of the server ends the response to such a batch. */
export function endsResponse({ kind, bytes }: ServerMessage, endsBy: Batch["endsBy"]): boolean {
  if (kind === "Z") return true;
  if (endsBy === "description") return kind === "T" || kind === "n" || kind === "E";
  if (endsBy === "authentication")
    return kind === "E" || (kind === "R" && ![0, 12].includes(bytes.readInt32BE(5)));
  return false;
}

/** Builds a simple statement. */
export function buildStatement(text: string): Buffer {
  const message = Buffer.alloc(text.length + 6);
  message.write("Q");
  message.writeInt32BE(text.length + 5, 1);
  message.write(text, 5);
  return message;
}

/** Builds the first message of a connection again, without the time limits: the world has its own. */
export function removeTimeLimits(startup: Buffer): Buffer {
  const words = startup.toString("utf8", 8).split("\0");
  const parameters: string[] = [];
  for (let n = 0; n + 1 < words.length && words[n]; n += 2)
    if (!/_timeout$|^tcp_/.test(words[n] as string))
      parameters.push(words[n] as string, words[n + 1] as string);
  const text = Buffer.from(`${parameters.join("\0")}\0\0`);
  const head = Buffer.alloc(8);
  head.writeInt32BE(text.length + 8);
  head.writeInt32BE(startup.readInt32BE(4), 4);
  return Buffer.concat([head, text]);
}
