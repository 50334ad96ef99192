import { FEATURES, listPresent } from "./present.ts";
import type { World } from "./world/world.ts";

export const TABLE_FAULTS = [
  "kill",
  "stall",
  "cut",
  "supplier away",
  "repricing",
  "stop",
  "supplier off",
  "restriction",
  "promotion",
  "restore",
  "reversal",
  "dispute",
  "closing",
  "erasure",
  "outage",
] as const;

/** How much more often names come that a world is to look at. */
const FOCUS = 20;

/** How often each cell of a table was met. */
export type TableCounts = Record<string, number>;

/** Counts how often a fault came while a purchase of a feature was in a state. */
export class Table {
  readonly #met: Map<string, number>;
  readonly #world: World;
  readonly #focus: readonly string[];

  /**
   * @param earlier counts of earlier worlds, which are part of what decides.
   * @param focus names that come much more often.
   */
  constructor(world: World, earlier: TableCounts, focus: readonly string[]) {
    this.#world = world;
    this.#focus = focus;
    this.#met = new Map(Object.entries(earlier));
  }

  /** Notes which purchases a fault meets now. */
  async note(fault: string): Promise<void> {
    for (const cell of await this.#world.do(() => this.#listPresent(fault))) this.#add(cell);
  }

  /** Does the same within a step of the world. */
  async noteWithin(fault: string): Promise<void> {
    for (const cell of await this.#listPresent(fault)) this.#add(cell);
  }

  /** Chooses among names by how little has met them: one whose cells are empty is the likeliest. */
  prefer(names: readonly string[]): string {
    const weights = names.map((name) => {
      return (this.#focus.includes(name) ? FOCUS : 1) / (1 + this.#countOf(name));
    });
    let draw = this.#world.random() * weights.reduce((sum, weight) => sum + weight, 0);
    for (const [n, name] of names.entries()) {
      draw -= weights[n] as number;
      if (draw < 0) return name;
    }
    return names.at(-1) as string;
  }

  /** Whether the focus is on one of some names. */
  focuses = (names: readonly string[]): boolean => names.some((name) => this.#focus.includes(name));

  list(): TableCounts {
    return Object.fromEntries([...this.#met].sort(([a], [b]) => a.localeCompare(b)));
  }

  /** Describes, by fault, the cells of features and states that never met. */
  describeEmpty(): string[] {
    const all = Object.values(FEATURES).flat().length;
    return TABLE_FAULTS.map((fault) => {
      const empty = Object.entries(FEATURES).map(([feature, states]) => ({
        feature,
        isWhole: states.every((state) => this.#isEmpty(fault, state, feature)),
        states: states.filter((state) => this.#isEmpty(fault, state, feature)),
      }));
      const count = empty.reduce((sum, { states }) => sum + states.length, 0);
      const never = empty
        .filter(({ states }) => states.length > 0)
        .map(({ feature, isWhole, states }) => `${feature} ${isWhole ? "at all" : states.join("/")}`);
      return `${fault}: ${all - count} of ${all}${never.length > 0 ? `; never ${never.join(", ")}` : ""}`;
    });
  }

  #isEmpty = (fault: string, state: string, feature: string) =>
    !this.#met.has(`${fault}, ${state}, ${feature}`);

  #countOf(name: string): number {
    let count = 0;
    for (const cell of this.#met.keys()) if (cell.split(", ").includes(name)) count += 1;
    return count;
  }

  #add(cell: string): void {
    this.#met.set(cell, (this.#met.get(cell) ?? 0) + 1);
  }

  async #listPresent(fault: string): Promise<string[]> {
    const recently = new Date(this.#world.now - 60_000).toISOString();
    const present = await listPresent(this.#world.observer, recently);
    return present.map(({ feature, state }) => `${fault}, ${state}, ${feature}`);
  }
}
