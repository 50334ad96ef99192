import { Socket } from "node:net";

export interface ServerLocation {
  path?: string | false;
  host: string[];
  port: number[];
}

/** TCP asks a silent server after this time whether it is alive, and gives it up ten seconds later. */
const KEEP_ALIVE_MS = 5_000;

/**
 * A socket that reports its failure only together with its end. In between, the driver would give statements
 * to a connection that is gone, and they would never get a response.
 * https://github.com/porsager/postgres/pull/1215
 */
export class PoolSocket extends Socket {
  /** The driver's name for a server, for TLS and in errors. */
  host?: string | undefined;
  port?: number | undefined;
  readonly openedAt = performance.now();
  /** When the server last sent something. */
  heardAt = Number.NEGATIVE_INFINITY;
  /** The error that it ended with. */
  failure: unknown;
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

  /** Fails once the driver has attached itself. */
  failSoon(error: unknown): this {
    this.failure = error;
    setImmediate(() => this.destroy(error as Error));
    return this;
  }

  override emit(event: string | symbol, ...args: unknown[]): boolean {
    switch (event) {
      case "data":
        this.heardAt = performance.now();
        return super.emit(event, ...args);
      case "error":
        this.failure ??= args[0];
        return true;
      case "close":
        for (const list of this.#lists) list.delete(this);
        if (this.failure) super.emit("error", this.failure);
        return runPendingWrite(() => super.emit(event, ...args));
      default:
        return super.emit(event, ...args);
    }
  }
}

/**
 * Executes the write that the driver is about to cancel as its connection has ended, which the ended socket
 * drops. Cancelled, it would stay in the driver's memory, and the next connection would write nothing until
 * its time-out. No public member of the driver leads to it, so that its way of cancelling is replaced
 * meanwhile. https://github.com/porsager/postgres/pull/1215
 * and, in full, https://github.com/LanternOps/breeze/issues/3225.
 */
function runPendingWrite(end: () => boolean): boolean {
  const { clearImmediate } = globalThis;
  const restore = () => {
    globalThis.clearImmediate = clearImmediate;
  };
  globalThis.clearImmediate = (write) => {
    restore();
    (write as { _onImmediate?: () => void } | null | undefined)?._onImmediate?.();
    clearImmediate(write);
  };
  try {
    return end();
  } finally {
    restore();
  }
}
