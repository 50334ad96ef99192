import type { Call } from "#e2e/chaos/history";
import type { Verdict } from "#e2e/chaos/verdict";
import { ACTIVITIES } from "./actors/activities.ts";
import { startBuyers } from "./actors/programs.ts";
import { endDoubts } from "./end-doubts.ts";
import type { OpenWorld } from "./open-world.ts";
import { TABLE_FAULTS } from "./table.ts";
import { BACKUP } from "./takeovers.ts";
import { FAULTS } from "./weather.ts";

const DAY_MS = 86_400_000;
/** How long a part of a day lasts in which everything runs step by step, in ms. */
const PART_MS = [5_000, 12_000] as const;

/** How often a part has a fault where the focus is on activities alone. */
const CALM_RATE = 0.3;
/** How much people do in a part of a day, and where the focus is on it. */
const [USUAL, FOCUSED] = [3, 10];
const ACTIVITY_NAMES = ACTIVITIES.map(({ brings }) => brings);

/** How often a backup replaces the one before, at the beginning of such a part. */
const BACKUP_RATE = 0.4;

/** The responses to the buyers of a world, and its end. */
export interface WorldReplies {
  calls: Call[];
  /** Whether everything came to an end. */
  end?: Verdict;
}

/**
 * Lets some days pass. Each has parts in which everything runs step by step, also around midnight; between them all
 * machines sleep, and find much that is due when they wake.
 */
export async function liveDays(open: OpenWorld, days: number): Promise<WorldReplies> {
  const { world, machines } = open;
  const replies: WorldReplies = { calls: [] };
  const buyers = startBuyers(open, replies);
  // Two machines compete; one alone lives twice as fast.
  const second = world.chance(0.6) ? machines.start("machine-2") : undefined;
  const start = world.now;
  for (let day = 0; day < days; day++)
    for (const at of planDay(open)) {
      await open.sleeps.until(start + day * DAY_MS + at);
      if (world.chance(BACKUP_RATE)) await open.database.copy(BACKUP);
      const under = [...bringFaults(open), ...startActivities(open)];
      await world.sleep(world.between(...PART_MS));
      await Promise.all(under);
    }
  await second;
  await buyers.end();
  replies.end = await endDoubts(open);
  return replies;
}

/** Lets up to three things go wrong in a part of a day. */
function bringFaults(open: OpenWorld): Promise<void>[] {
  const { world, table } = open;
  const names = Object.keys(FAULTS);
  // Most takeovers and stops would only keep people from the activities of a focus.
  const isCalm = table.focuses(ACTIVITY_NAMES) && !table.focuses(names);
  const length = isCalm ? Number(world.chance(CALM_RATE)) : world.between(0, 3);
  const chosen = new Set(Array.from({ length }, () => table.prefer(names)));
  return [...chosen].map((fault) => {
    world.note(`fault: ${fault}`);
    return FAULTS[fault]?.(open) ?? Promise.resolve();
  });
}

/** Has people do some things in a part of a day. */
function startActivities(open: OpenWorld): Promise<void>[] {
  const { world, table } = open;
  const length = table.focuses(ACTIVITY_NAMES) ? FOCUSED : USUAL;
  return Array.from({ length }, async () => {
    const name = table.prefer(ACTIVITY_NAMES);
    await world.sleep(world.between(0, 6_000));
    if (TABLE_FAULTS.some((fault) => fault === name)) await table.note(name);
    await ACTIVITIES.find(({ brings }) => brings === name)?.run(open);
  });
}

/**
 * The beginnings of a day's parts, in ms: none, one or two, and one before midnight, which is 18 hours after the world
 * began.
 */
function planDay({ world }: OpenWorld): number[] {
  const hours = Array.from({ length: world.between(0, 2) }, () => world.between(0, DAY_MS));
  return [...hours, 18 * 3_600_000 - world.between(2_000, 8_000)].sort((a, b) => a - b);
}
