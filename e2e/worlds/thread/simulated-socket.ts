import http from "node:http";
import net from "node:net";
import { Duplex } from "node:stream";
import type { Output } from "../wire/messages.ts";

/** Takes the deeds of a thread's sockets, in order, for the world. */
type Emit = (output: Output) => void;

let emit: Emit = () => {};
let lastNumber = 0;
const open = new Map<number, SimulatedSocket>();

/** A socket whose other end is the world. */
export class SimulatedSocket extends Duplex {
  connecting = false;
  readonly remoteAddress = "127.0.0.1";
  readonly number: number;

  /** @param accepted the number of a connection that the world opened. */
  constructor(accepted?: unknown) {
    super({ allowHalfOpen: false });
    this.number = typeof accepted === "number" ? accepted : ++lastNumber;
    open.set(this.number, this);
  }

  connect(...args: unknown[]): this {
    const [first] = args;
    const port = typeof first === "object" ? (first as { port: number }).port : Number(first);
    const then = args.at(-1);
    if (typeof then === "function") this.once("connect", then as () => void);
    this.connecting = true;
    emit({ kind: "connect", socket: this.number, port });
    return this;
  }

  get readyState() {
    if (this.connecting) return "opening";
    return this.destroyed ? "closed" : "open";
  }

  override _read(): void {}

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    emit({ kind: "data", socket: this.number, bytes: Uint8Array.from(chunk) });
    done();
  }

  override _final(done: () => void): void {
    emit({ kind: "end", socket: this.number });
    done();
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    if (open.delete(this.number)) emit({ kind: "close", socket: this.number });
    this.connecting = false;
    done(error);
  }

  setKeepAlive = () => this;
  setNoDelay = () => this;
  setTimeout = () => this;
  ref = () => this;
  unref = () => this;
  resetAndDestroy = () => this.destroy();
  destroySoon = () => this.end(() => this.destroy());
}

/** Replaces the sockets that this thread opens. */
export function simulateSockets(emitOutput: Emit): void {
  emit = emitOutput;
  const connect = (...args: unknown[]) => new SimulatedSocket().connect(...args);
  Object.assign(net, {
    Socket: SimulatedSocket,
    Stream: SimulatedSocket,
    connect,
    createConnection: connect,
  });
  Object.assign(http.Agent.prototype, { createConnection: connect });
}

/** Applies what the world does to a socket. */
export function applyToSocket(
  number: number,
  did: "connected" | "ended" | "reset" | "refused" | Uint8Array,
): void {
  const socket = open.get(number);
  if (!socket) return;
  if (did instanceof Uint8Array) return void socket.push(Buffer.from(did));
  if (did === "ended") return void socket.push(null);
  if (did === "connected") {
    socket.connecting = false;
    return void socket.emit("connect");
  }
  open.delete(number);
  const [code, text] = did === "reset" ? ["ECONNRESET", "read"] : ["ECONNREFUSED", "connect"];
  socket.destroy(Object.assign(new Error(`${text} ${code}`), { code }));
}
