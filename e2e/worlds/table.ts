import { readFileSync, writeFileSync } from "node:fs";
import type { World } from "./world/world.ts";

export const TABLE_FAULTS = [
  "kill",
  "cut",
  "supplier away",
  "repricing",
  "stop",
  "promotion",
  "restore",
  "reversal",
] as const;
const STATES = ["queued", "claimed", "unconfirmed", "advanced", "settled", "reversed"] as const;
const FEATURES = ["purchase", "batch", "schedule", "helper", "token", "agent"] as const;

/** Counts how often a fault came while a purchase of a feature was in a state. */
export class Table {
  readonly #met = new Map<string, number>();
  readonly #world: World;

  /** @param file counts of earlier worlds, which are part of what decides. */
  constructor(world: World, file?: string) {
    this.#world = world;
    if (file === undefined) return;
    try {
      for (const [cell, count] of Object.entries(JSON.parse(readFileSync(file, "utf8"))))
        this.#met.set(cell, Number(count));
    } catch {
      // The first world of a file has no earlier one.
    }
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
    const weights = names.map((name) => 1 / (1 + this.#countOf(name)));
    let draw = this.#world.random() * weights.reduce((sum, weight) => sum + weight, 0);
    for (const [n, name] of names.entries()) {
      draw -= weights[n] as number;
      if (draw < 0) return name;
    }
    return names.at(-1) as string;
  }

  list(): Record<string, number> {
    return Object.fromEntries([...this.#met].sort(([a], [b]) => a.localeCompare(b)));
  }

  save(file: string): void {
    writeFileSync(file, `${JSON.stringify(this.list(), null, 1)}\n`);
  }

  /** Describes, by fault, the cells of states and features that never met. */
  describeEmpty(): string[] {
    return TABLE_FAULTS.map((fault) => {
      const isEmpty = (feature: string, state: string) => !this.#met.has(`${fault}, ${state}, ${feature}`);
      const empty = FEATURES.map(
        (feature) => [feature, STATES.filter((state) => isEmpty(feature, state))] as const,
      );
      const count = empty.reduce((sum, [, states]) => sum + states.length, 0);
      const never = empty
        .filter(([, states]) => states.length > 0)
        .map(
          ([feature, states]) =>
            `${feature} ${states.length === STATES.length ? "at all" : states.join("/")}`,
        );
      const all = STATES.length * FEATURES.length;
      return `${fault}: ${all - count} of ${all}${never.length > 0 ? `; never ${never.join(", ")}` : ""}`;
    });
  }

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
    const rows = await this.#world.observer`
      select distinct
        case when advance in ('open', 'awaiting_consent') then 'advanced' when state = 'sending' then 'claimed'
          when state in ('successful', 'failed') then 'settled' else state end as state,
        case when namespace in ('batch', 'schedule', 'order') then namespace when helper_id is not null then 'helper'
          when parent_id is not null then 'agent'
          when exists (select from tokens t where t.id = token_id and t.daily_limit is not null) then 'token'
          else 'purchase' end as feature
      from purchases
      where state in ('queued', 'sending', 'unconfirmed') or advance in ('open', 'awaiting_consent')
        or settled_at > ${recently} or reversed_at > ${recently}`;
    return rows.map(({ state, feature }) => `${fault}, ${state}, ${feature}`).sort();
  }
}
