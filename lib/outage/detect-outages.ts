import { z } from "zod";
import { type Ctx, formatActor, requireSystem } from "#lib/core/context";
import { log } from "#lib/core/log";
import { int, readRows } from "#lib/core/read-rows";
import { endOutage, pauseAutomatically, recordResume } from "./change-line.ts";
import { PROBE_DELAY_S } from "./is-line-paused.ts";
import { readDecidedFaults } from "./judge-failure-text.ts";
import { type JudgedLine, judgeLine, listDownLines } from "./judge-line.ts";
import { LINE, toLineKey } from "./line.ts";
import { readLineHabits, UNKNOWN_HABIT } from "./line-habits.ts";
import { changeOutages, republishPauses } from "./publish-pauses.ts";
import { groupByLine, readAttemptRows, toLineAttempts } from "./read-attempts.ts";

/** A pause that no purchase tried for so long ends: few try to buy a plan that isn't on sale. In minutes. */
const UNTRIED_MINUTES = 10;

/** The last outage of a line. */
const LineState = z.object({
  ...LINE,
  id: int,
  isOpen: z.boolean(),
  isAutomatic: z.boolean(),
  /** Ended automatically within the last hour. */
  isBack: z.boolean(),
  /** In ms. */
  beganAt: z.number(),
  endedAt: z.number().nullable(),
  probeDelaySeconds: int,
});
type LineState = z.output<typeof LineState>;

/**
 * Pauses the lines whose latest attempts say that they are down, and resumes those that a purchase tried
 * with success, or that are over. A line that can't be judged delays no other. To be called every few
 * seconds, in any number of processes.
 * @throws after all others, when a line couldn't be judged
 */
export async function detectOutages(ctx: Ctx): Promise<void> {
  requireSystem(ctx);
  const failed: string[] = [];
  const handle = (key: string, work: () => Promise<unknown>) =>
    work().catch((error: unknown) => {
      log.error("outage.not_judged", { line: key, error });
      failed.push(key);
    });
  for (const due of await listDueOutages(ctx))
    await handle(`outage ${due.id}`, () => resume(ctx, due, due.reason));
  const [rows, habits, decided, states] = [
    await readAttemptRows(ctx),
    await readLineHabits(ctx),
    await readDecidedFaults(ctx),
    await readStates(ctx),
  ];
  const judged: JudgedLine[] = [];
  for (const [key, ofLine] of groupByLine(rows))
    await handle(key, async () => {
      const state = states.get(key);
      const habit = habits.get(key) ?? UNKNOWN_HABIT;
      const attempts = toLineAttempts(ofLine, habit, decided);
      if (state?.isOpen) {
        if (state.isAutomatic && attempts.some((each) => each.at > state.beganAt && each.text === null))
          await resume(ctx, state, "A purchase was delivered.");
        return;
      }
      const from = { from: state?.endedAt ?? 0, isBack: state?.isBack ?? false };
      const line = judgeLine(attempts, { habit, ...from });
      if (line) judged.push(line);
    });
  for (const line of listDownLines(judged)) {
    const key = toLineKey(line);
    await handle(key, () => pause(ctx, line, states.get(key)));
  }
  await republishPauses(ctx);
  if (failed.length > 0) throw new Error(`Lines not judged: ${failed.join(", ")}.`);
}

function pause(ctx: Ctx, line: JudgedLine, before: LineState | undefined): Promise<boolean> {
  const { supplierId, networkId, typeId, evidence } = line;
  const { delivered, failed, unclear } = evidence;
  const reason = `${failed + unclear} of ${delivered + failed + unclear} purchases failed or were unclear.`;
  // One that came back only for a moment is tried less often.
  const delayS = before?.isBack
    ? Math.min(Math.max(before.probeDelaySeconds * 2, PROBE_DELAY_S.first), PROBE_DELAY_S.longest)
    : PROBE_DELAY_S.first;
  return changeOutages(ctx, (tx) =>
    pauseAutomatically(tx, { supplierId, networkId, typeId, reason, evidence, delayS }),
  );
}

const resume = (ctx: Ctx, { id }: Pick<LineState, "id">, reason: string): Promise<void> =>
  changeOutages(ctx, async (tx) => {
    const ended = await endOutage(tx, { id, by: formatActor(ctx.actor), reason });
    if (!ended) return;
    const { supplierId, networkId, typeId } = ended;
    log.info("outage.resumed", { supplierId, networkId, typeId, reason });
    await recordResume(tx, ended, reason);
  });

/** Lists the outages that end without a delivery, with the reason. */
async function listDueOutages(ctx: Ctx): Promise<{ id: number; reason: string }[]> {
  const due = await readRows(ctx.db, z.object({ id: int, over: z.boolean() }))`
    select id, coalesce(until <= now(), false) as over from outages
    where ended_at is null
      and (until <= now() or probe_at < now() - make_interval(mins => ${UNTRIED_MINUTES}))
    order by id`;
  return due.map(({ id, over }) => ({
    id,
    reason: over ? "Its time is over." : `No purchase tried it for ${UNTRIED_MINUTES} minutes.`,
  }));
}

async function readStates({ db }: Ctx): Promise<ReadonlyMap<string, LineState>> {
  const rows = await readRows(db, LineState)`
    select distinct on (supplier_id, network_id, type_id)
      id, supplier_id, network_id, type_id, ended_at is null as is_open, probe_at is not null as is_automatic,
      coalesce(
        ended_at > now() - interval '1 hour' and ended_by like 'system:%' and probe_at is not null,
        false) as is_back,
      extract(epoch from began_at)::float8 * 1000 as began_at,
      extract(epoch from ended_at)::float8 * 1000 as ended_at,
      probe_delay_seconds
    from outages where ended_at is null or ended_at > now() - interval '1 day'
    order by supplier_id, network_id, type_id, ended_at desc nulls first, id desc`;
  return new Map(rows.map((row) => [toLineKey(row), row]));
}
