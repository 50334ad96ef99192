import type { DatabaseLine } from "./database-line.ts";
import type { Queue } from "./queue.ts";
import type { ThreadHandle } from "./thread-handle.ts";

/** A connection of a machine to the database, and all that is on its way on it. */
export interface HeldLine {
  /** The socket's number in its machine. */
  socket: number;
  machine: string;
  /** The machine's life that opened it. */
  thread: ThreadHandle | undefined;
  line: DatabaseLine;
  /** Batches that the machine sent, and responses on their way to it. */
  requests: Queue;
  responses: Queue;
  /** Its process is away: what it sent runs to its end, unheard. */
  isLeft: boolean;
  /** The network has swallowed all that both ends sent since, without a sign. */
  isDeaf: boolean;
  number: number;
}
