import { retryStart } from "#e2e/chaos/retry-start";
import type { WorldServer } from "./make-database.ts";
import type { World } from "./world/world.ts";

/** A time whose commits are lost, in ms since 1970. */
export interface Loss {
  from: number;
  until: number;
}

/** How long a copy waits for a moment without statements, in ms; then it ends them. */
const MAX_WAIT_MS = 500;
/** More than any world draws of the database's chance. */
const CHANCE_OF_COPY = 1_000_000;

/** The database of a world, and copies of it: a standby that is behind, or a backup. */
export class WorldDatabase {
  readonly #world: World;
  readonly #server: WorldServer;
  readonly #name: string;
  readonly #copies = new Map<string, number>();
  #timeline = 1;
  #replaced = 0;
  /** The times that takeovers and restores lost so far. */
  readonly losses: Loss[] = [];

  constructor(world: World, server: WorldServer, name: string) {
    this.#world = world;
    this.#server = server;
    this.#name = name;
  }

  has = (copy: string): boolean => this.#copies.has(copy);

  /** Copies the database as it is, at a moment without statements; its idle connections are ended. */
  async copy(copy: string): Promise<void> {
    const { lines } = this.#world;
    const until = this.#world.now + MAX_WAIT_MS;
    const copyIfQuiet = async () => {
      if (!lines.areQuiet && this.#world.now < until) return false;
      this.#world.note(`${copy} is copied`);
      await lines.cutAll(() => this.#copy(copy));
      return true;
    };
    while (!(await this.#world.do(copyIfQuiet))) await this.#world.sleep(1);
  }

  /** Has a copy take over on a later timeline, as a promoted standby does; without one, nothing is lost. */
  async promote(copy: string): Promise<void> {
    await this.#world.do(async () => {
      this.#timeline += 1;
      this.#world.note("another database takes over");
      await this.#world.lines.cutAll(async () => {
        if (!this.has(copy)) await this.#copy(copy);
        await this.#replace(copy, await this.#server.drop(this.#name));
      });
    });
  }

  /** Puts a backup in the place of the database, as another one. */
  async restore(copy: string): Promise<void> {
    await this.#world.do(async () => {
      this.#world.note(`${copy} is restored`);
      await this.#world.lines.cutAll(async () => {
        await this.#server.drop(this.#name);
        await this.#replace(copy);
      });
    });
  }

  /** Deletes the database and its copies. */
  async close(): Promise<void> {
    for (const copy of this.#copies.keys()) await this.#server.drop(this.#nameCopy(copy));
    await this.#server.drop(this.#name);
  }

  async #copy(copy: string): Promise<void> {
    await this.#server.drop(this.#nameCopy(copy));
    await this.#server.disconnect(this.#name);
    await this.#create(this.#nameCopy(copy), this.#name);
    this.#copies.set(copy, this.#world.now);
    await this.#connectObserver();
  }

  async #replace(copy: string, oid?: number): Promise<void> {
    await this.#create(this.#name, this.#nameCopy(copy), oid);
    await this.#server.drop(this.#nameCopy(copy));
    const [from, until] = [this.#copies.get(copy), this.#world.now];
    if (from !== undefined && from < until) this.losses.push({ from, until });
    this.#copies.delete(copy);
    await this.#connectObserver();
  }

  /** Its connection was ended too, and the next statement would fail. */
  #connectObserver = () => retryStart(() => this.#world.observer`select 1`);

  async #create(name: string, from: string, oid?: number): Promise<void> {
    this.#replaced += 1;
    const chance = this.#replaced * CHANCE_OF_COPY;
    await this.#server.create(name, { from, oid, timeline: this.#timeline, chance });
  }

  #nameCopy = (copy: string) => `${this.#name}_${copy}`;
}
