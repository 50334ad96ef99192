/** A deed of the world in a thread: one at a time, after which it waits until the thread is quiet. */
export type Input =
  | { kind: "timers" }
  | { kind: "socket"; socket: number; did: "connected" | "ended" | "reset" | "refused" | Uint8Array }
  /** A connection to one of its services. */
  | { kind: "accept"; socket: number; service: string }
  | { kind: "call"; call: number; name: string; input: unknown };

/** A deed of a thread, until it is quiet. */
export type Output =
  | { kind: "connect"; socket: number; port: number }
  | { kind: "data"; socket: number; bytes: Uint8Array }
  | { kind: "end" | "close"; socket: number }
  | { kind: "result"; call: number; value?: unknown; error?: CallError }
  | { kind: "log"; line: string };

export interface CallError {
  name: string;
  message: string;
  code?: string | undefined;
}

export interface Quiet {
  outputs: Output[];
  /** The instant of its next timer, in ms since 1970. */
  nextDue: number | undefined;
}

/** The facts that a thread has from its start. */
export interface ThreadFacts {
  /** The module of its calls. */
  role: string;
  name: string;
  pid: number;
  seed: number;
  /** In ms since 1970. */
  now: number;
}
