import { MachineGone } from "./calls.ts";
import { ThreadHandle } from "./thread-handle.ts";
import { WORLD_START, type World } from "./world.ts";

/** A machine runs, is being started, or is away. */
type State = "up" | "starting" | "down";

/** The machines with a portal. Each has a spare that has loaded its modules, so that a kill costs little real time. */
export class Machines {
  readonly #world: World;
  readonly #env: Record<string, string>;
  readonly #spares = new Map<string, ThreadHandle>();
  readonly states = new Map<string, State>();
  #made = 0;

  constructor(world: World, env: Record<string, string>, names: readonly string[]) {
    this.#world = world;
    this.#env = env;
    for (const name of names) {
      this.states.set(name, "down");
      this.#prepare(name);
    }
  }

  /** Those that take requests. */
  listUp = (): string[] => [...this.states].filter(([, state]) => state === "up").map(([name]) => name);

  /** Starts a machine, again where the world keeps it from starting. */
  async start(name: string): Promise<void> {
    this.states.set(name, "starting");
    for (;;) {
      const spare = this.#spares.get(name);
      if (!spare) throw new Error(`There is no spare of ${name}.`);
      this.#world.threads.set(name, spare);
      this.#prepare(name);
      try {
        await this.#world.call(name, "start");
        this.states.set(name, "up");
        return;
      } catch (error) {
        if (error instanceof MachineGone) return;
        this.#world.note(`${name} can't start`);
        await this.#world.kill(name);
        await this.#world.sleep(1_000);
      }
    }
  }

  /** Ends a machine without warning, and starts it again after a while. */
  async kill(name: string, awayMs: number): Promise<void> {
    this.states.set(name, "down");
    await this.#world.kill(name);
    await this.#world.sleep(awayMs);
    await this.start(name);
  }

  async close(): Promise<void> {
    await Promise.all([...this.#spares.values()].map((spare) => spare.kill()));
  }

  #prepare(name: string): void {
    this.#made += 1;
    const { seed } = this.#world;
    const facts = { name, pid: 1_000 + this.#made, seed: seed * 1_000 + this.#made, now: WORLD_START };
    this.#spares.set(name, new ThreadHandle({ ...facts, role: "portal", env: this.#env }));
  }
}
