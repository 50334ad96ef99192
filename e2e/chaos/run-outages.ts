import { setTimeout as pause } from "node:timers/promises";
import { sql } from "drizzle-orm";
import type { Ctx } from "#lib/core/context";
import { resumeLine } from "#lib/outage/change-line";
import { listOutages } from "#lib/outage/list-outages";
import type { SandboxControl } from "#sandbox/control-client";
import { pickRandom } from "#sandbox/random";

/** Purchases of a network that fail in a row: enough for its plan types to be paused. */
const FAILURES = 30;

/** How long a network is down, before the next one is. */
const OUTAGE_MS = 20_000;

/** Takes one network after the other down at one supplier, while `going` says so. */
export async function runOutages(
  controls: readonly SandboxControl[],
  networks: readonly number[],
  random: () => number,
  going: () => boolean,
): Promise<void> {
  while (going()) {
    const network = pickRandom(random, networks);
    const control = pickRandom(random, controls);
    await control.order({ execute: "fail", text: "Gateway timeout" }, { network, times: FAILURES });
    const end = Date.now() + OUTAGE_MS;
    while (going() && Date.now() < end) await pause(200);
  }
}

/** Resumes paused plan types as an admin does, until `going` says no more: all networks work again. */
export async function resumeLines(ctx: Ctx, going: () => boolean): Promise<void> {
  while (going()) {
    for (const { id } of await listOutages(ctx))
      await resumeLine(ctx, { outageId: id, reason: "It works again" }).catch(() => {});
    await pause(500);
  }
}

/** Counts the pauses that the portals decided on, and those that a delivery ended. */
export async function countPauses(ctx: Ctx): Promise<{ paused: number; tried: number }> {
  const [row] = await ctx.db.execute<{ paused: number; tried: number }>(sql`
    select count(*)::int as paused, (count(*) filter (where ended_by like 'system:%'))::int as tried
    from outages where began_by like 'system:%'`);
  return row ?? { paused: 0, tried: 0 };
}
