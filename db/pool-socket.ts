import { Socket } from "node:net";

/** Where a connection goes, as the driver tells it. */
export interface ServerLocation {
  path?: string | false;
  host: string[];
  port: number[];
}

/** TCP asks a silent server after this time whether it is alive, and gives it up ten seconds later. */
const KEEP_ALIVE_MS = 5_000;

/**
 * A socket that reports its failure only together with its end. In between, the driver would give statements to a
 * connection that is gone, and they would never get a response.
 */
export class PoolSocket extends Socket {
  /** The driver's name for a server, for TLS and in errors. */
  host?: string | undefined;
  port?: number | undefined;
  readonly openedAt = performance.now();
  #failure: unknown;
  readonly #lists: readonly Set<Socket>[];

  /** @param lists lists of open sockets that it is in until it closes. */
  constructor(lists: readonly Set<Socket>[]) {
    super();
    this.#lists = lists;
    for (const list of lists) list.add(this);
    this.setKeepAlive(true, KEEP_ALIVE_MS);
  }

  to({ path, host: [host = "localhost"], port: [port = 5432] }: ServerLocation): this {
    Object.assign(this, { host, port });
    return path ? this.connect(path) : this.connect(port, host);
  }

  /**
   * Fails once the driver has attached itself and written. What it could not write it would keep, and its next connection
   * would wait for more of it, until its time-out.
   */
  failSoon(error: unknown): this {
    this.#failure = error;
    setImmediate(() => setImmediate(() => this.destroy(error as Error)));
    return this;
  }

  override emit(event: string | symbol, ...args: unknown[]): boolean {
    if (event === "error") {
      this.#failure ??= args[0];
      return true;
    }
    if (event === "close") for (const list of this.#lists) list.delete(this);
    if (event === "close" && this.#failure) super.emit("error", this.#failure);
    return super.emit(event, ...args);
  }
}
