import type { Input } from "../wire/messages.ts";
import { DatabaseLine } from "./database-line.ts";
import { happenOnce } from "./happen-once.ts";
import type { Happening, Queue } from "./queue.ts";
import type { ThreadHandle } from "./thread-handle.ts";
import type { World } from "./world.ts";

type SocketEvent = Extract<Input, { kind: "socket" }>["did"];

/** A connection of a machine to the database, and all that is on its way on it. */
export class HeldLine {
  readonly #world: World;
  readonly #lines: HeldLine[];
  readonly number: number;
  readonly machine: string;
  /** The socket's number in its machine. */
  readonly socket: number;
  /** The machine's life that opened it. */
  readonly #thread: ThreadHandle | undefined;
  readonly line: DatabaseLine;
  /** Batches that the machine sent, and responses on their way to it. */
  readonly requests: Queue;
  readonly responses: Queue;
  /** Its process is away: what it sent runs to its end, unheard. */
  isLeft = false;
  /** The network has swallowed all that both ends sent since, without a sign. */
  isDeaf = false;

  /** @param lines all connections, of which it is one until it is closed */
  constructor(
    world: World,
    lines: HeldLine[],
    opened: { number: number; port: number; machine: string; socket: number },
  ) {
    this.#world = world;
    this.#lines = lines;
    this.number = opened.number;
    this.machine = opened.machine;
    this.socket = opened.socket;
    this.#thread = world.threads.get(opened.machine);
    this.line = new DatabaseLine(opened.port, world.observer);
    this.requests = world.addQueue();
    this.responses = world.addQueue();
  }

  /** Sends something on its way to the machine. */
  respond(did: SocketEvent): void {
    this.responses.add(this.#world.now, () => this.#apply(did));
  }

  /** Ends it at both ends. */
  async cut(): Promise<void> {
    happenOnce(this.#world, this.#world.now, async () => {
      if (this.#world.threads.get(this.machine) === this.#thread) await this.#apply("reset");
    });
    await this.close();
  }

  /** Ends it at the server, once a statement under way and the last one on its way have run. */
  async close(last?: Happening): Promise<void> {
    this.isLeft = true;
    this.requests.clear();
    this.responses.clear();
    if (last) this.requests.add(last.at, last.run);
    if (this.line.running || last) return;
    this.#world.queues.delete(this.requests);
    this.#world.queues.delete(this.responses);
    this.#lines.splice(this.#lines.indexOf(this), 1);
    await this.line.close();
  }

  #apply = (did: SocketEvent): Promise<void> =>
    this.#world.apply(this.machine, { kind: "socket", socket: this.socket, did });
}
