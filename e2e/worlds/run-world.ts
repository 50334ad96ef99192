import type { Verdict } from "#e2e/chaos/check-invariants";
import { judgeRepeaters } from "./actors/repeaters.ts";
import { judgeCosts } from "./judge-costs.ts";
import { judgeRejections } from "./judge-rejections.ts";
import { judgeSlots } from "./judge-slots.ts";
import { judgeWorld } from "./judge-world.ts";
import { liveDays } from "./live-days.ts";
import type { WorldServer } from "./make-database.ts";
import { openWorld } from "./open-world.ts";

export interface WorldOptions {
  seed: number;
  days: number;
  trace?: string | undefined;
  /** A file with the table of earlier worlds, which takes this one's too. */
  table?: string | undefined;
}

export interface WorldResult {
  /** Of everything that happened, in order. */
  hash: string;
  events: number;
  purchases: number;
  verdicts: Verdict[];
  /** By fault, what it never met. */
  empty: string[];
}

/** Lives some days of one world and judges them. */
export async function runWorld(
  server: WorldServer,
  { seed, days, trace, table }: WorldOptions,
): Promise<WorldResult> {
  const open = await openWorld(server, { seed, trace, table });
  const { world } = open;
  let verdicts: Verdict[];
  try {
    const replies = await world.run(liveDays(open, days));
    verdicts = [
      ...(await judgeWorld(open, replies)),
      ...(await judgeCosts(open)),
      await judgeRepeaters(open),
      await judgeSlots(open),
      judgeRejections(world),
    ];
  } catch (error) {
    console.error(world.history.last.join("\n"), "\n", world.logs.slice(-20).join(""));
    throw error;
  }
  const [row] = await world.observer`select count(*)::int as purchases from purchases`;
  const { events } = world.history;
  if (table !== undefined) open.table.save(table);
  return {
    events,
    empty: open.table.describeEmpty(),
    purchases: row?.purchases ?? 0,
    verdicts,
    hash: await open.close(),
  };
}
