import type { Verdict } from "#e2e/chaos/verdict";
import { judgeRepeaters } from "./actors/repeaters.ts";
import { judgeCosts } from "./judge-costs.ts";
import { judgeRejections } from "./judge-rejections.ts";
import { judgeSlots } from "./judge-slots.ts";
import { judgeTurns } from "./judge-turns.ts";
import { judgeWorld } from "./judge-world.ts";
import { liveDays } from "./live-days.ts";
import type { WorldServer } from "./make-database.ts";
import { openWorld } from "./open-world.ts";
import type { TableCounts } from "./table.ts";

export interface WorldOptions {
  seed: number;
  days: number;
  trace?: string | undefined;
  /** The table of earlier worlds, which decides too. */
  met: TableCounts;
  /** Faults and activities that come much more often. */
  focus: readonly string[];
}

export interface WorldResult {
  /** Of everything that happened, in order. */
  hash: string;
  events: number;
  purchases: number;
  verdicts: Verdict[];
  /** The table with this world's, and by fault, what it never met. */
  met: TableCounts;
  empty: string[];
}

/** Lives some days of one world and judges them. */
export async function runWorld(
  server: WorldServer,
  { days, ...options }: WorldOptions,
): Promise<WorldResult> {
  const open = await openWorld(server, options);
  const { world } = open;
  let verdicts: Verdict[];
  try {
    const replies = await world.run(liveDays(open, days));
    verdicts = [
      ...(await judgeWorld(open, replies)),
      ...(await judgeCosts(open)),
      await judgeRepeaters(open),
      await judgeSlots(open),
      ...(await judgeTurns(open)),
      judgeRejections(world),
    ];
  } catch (error) {
    console.error(world.history.last.join("\n"), "\n", world.logs.slice(-20).join(""));
    throw error;
  }
  const [row] = await world.observer`select count(*)::int as purchases from purchases`;
  const { events } = world.history;
  return {
    events,
    met: open.table.list(),
    empty: open.table.describeEmpty(),
    purchases: row?.purchases ?? 0,
    verdicts,
    hash: await open.close(),
  };
}
