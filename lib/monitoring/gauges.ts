import { sql } from "drizzle-orm";
import { z } from "zod";
import { type Ctx, requireSystem } from "#lib/core/context";
import type { GaugeSample } from "#lib/core/gauge";
import type { Module } from "#lib/core/module";
import { readRows } from "#lib/core/read-rows";
import { listLaneStates } from "./lane-states.ts";

const LANE_GAUGES = {
  portal_lane_waiting: "Background work that is due, by lane, up to 10,000",
  portal_lane_late_seconds: "Seconds since the oldest background work became due, by lane; 0 when none is",
  portal_lane_failing: "Background work that failed three times or more in a row, by lane",
  portal_lane_idle_seconds: "Seconds since the lane last looked for work",
};

/** Lists the help texts of all gauges, by name. */
export const listGauges = (modules: readonly Module[]): Record<string, string> =>
  Object.assign({}, ...modules.map(({ gauges }) => gauges?.help), LANE_GAUGES);

const Row = z.object({
  name: z.string(),
  labels: z.record(z.string(), z.string()).nullable(),
  value: z.number(),
});

/**
 * Reads all gauges, in a few milliseconds for any number of purchases. Leaves out unknown
 * values. Background work only.
 */
export async function readGauges(ctx: Ctx, modules: readonly Module[]): Promise<GaugeSample[]> {
  requireSystem(ctx);
  const all = modules.flatMap(({ gauges = { help: {} } }) => gauges);
  const selected = (await Promise.all(all.map(({ select }) => select?.() ?? []))).flat();
  const rows = await readRows(ctx.db, Row)`
    with gauges (name, labels, value) as (${sql.join(selected, sql` union all `)})
    select name, labels, value::float8 from gauges where value is not null`;
  const samples = rows.map(({ labels, ...sample }) => ({ ...sample, labels: labels ?? {} }));
  for (const { read } of all) samples.push(...((await read?.(ctx)) ?? []));
  return [...samples, ...(await readLaneGauges(ctx, modules))];
}

async function readLaneGauges(ctx: Ctx, modules: readonly Module[]): Promise<GaugeSample[]> {
  const secondsSince = (at: Date) => Math.max(0, Date.now() - at.getTime()) / 1_000;
  return (await listLaneStates(ctx, modules)).flatMap(
    ({ name: lane, waiting, oldestAt, stuck, lookedAt }) => [
      { name: "portal_lane_waiting", labels: { lane }, value: waiting },
      { name: "portal_lane_late_seconds", labels: { lane }, value: oldestAt ? secondsSince(oldestAt) : 0 },
      { name: "portal_lane_failing", labels: { lane }, value: stuck },
      ...(lookedAt
        ? [{ name: "portal_lane_idle_seconds", labels: { lane }, value: secondsSince(lookedAt) }]
        : []),
    ],
  );
}
