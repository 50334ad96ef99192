import { sql } from "drizzle-orm";
import { z } from "zod";
import type { OutageEvidence } from "#db/schema/outage";
import { explainConflict } from "#lib/audit/explain-conflict";
import { recordAudit } from "#lib/audit/record-audit";
import { type Ctx, formatActor, requireAdmin } from "#lib/core/context";
import { conflictError, notFoundError } from "#lib/core/error";
import { Id } from "#lib/core/id";
import { log } from "#lib/core/log";
import { int, readRows } from "#lib/core/read-rows";
import { Reason } from "#lib/core/text/reason";
import { getLineSubject, LINE, type Line } from "./line.ts";
import { changeOutages } from "./publish-pauses.ts";

const lineFields = {
  supplierId: z.coerce.number<string | number>().int().min(1),
  networkId: z.coerce.number<string | number>().int(),
  typeId: z.coerce.number<string | number>().int(),
};

const Minutes = z.union([
  z.literal("").transform(() => null),
  z.coerce
    .number<string | number>()
    .int()
    .min(1)
    .max(7 * 1440),
]);

export const ChangeLineInput = z.object({
  ...lineFields,
  /** The pause or order that the page showed (`OutageView.id`); empty without one. */
  expected: z.union([z.literal("").transform(() => null), Id]),
  to: z.enum(["paused", "kept_open"]),
  /** How long it holds; until an admin ends it unless given. */
  minutes: Minutes.default(null),
  reason: Reason,
});
export type ChangeLineInput = z.input<typeof ChangeLineInput>;

const ACTIONS = { paused: "outage.paused", kept_open: "outage.kept_open" } as const;

/**
 * Pauses a line: nothing more is sent on it, and its plans are sold by other suppliers or not at all;
 * queued purchases wait, sent ones finish, and no purchase tries it. Or keeps it open, whatever fails. It
 * replaces an automatic pause, or an earlier order. Admins only.
 * @throws not_found for a line that doesn't exist; conflict when it changed meanwhile
 */
export async function changeLine(ctx: Ctx, input: ChangeLineInput): Promise<void> {
  requireAdmin(ctx, "system");
  const { to: state, minutes, reason, expected, ...line } = ChangeLineInput.parse(input);
  const actor = formatActor(ctx.actor);
  await changeOutages(ctx, async (tx) => {
    if (!(await existsLine(tx, line))) throw notFoundError("plan type at this supplier");
    const [open] = await readRows(tx.db, z.object({ id: int, state: z.string() }))`
      select id, state from outages where ${isOpen(line)} for update`;
    if ((open?.id ?? null) !== expected) throw await explainConflict(tx, getLineSubject(line));
    if (open) await endOutage(tx, { id: open.id, by: actor, reason });
    await tx.db.execute(sql`
      insert into outages (supplier_id, network_id, type_id, state, began_by, reason, until)
      values (${line.supplierId}, ${line.networkId}, ${line.typeId}, ${state}, ${actor}, ${reason},
        now() + make_interval(mins => ${minutes}::integer))`);
    await recordAudit(tx, {
      ...getLineSubject(line),
      action: ACTIONS[state],
      reason,
      before: { state: open?.state ?? "open" },
      after: { state, ...(minutes !== null && { minutes }) },
    });
  });
}

export const ResumeLineInput = z.object({
  /** The pause or order that the page showed. */
  outageId: Id,
  reason: Reason,
});
export type ResumeLineInput = z.input<typeof ResumeLineInput>;

/**
 * Ends a pause, or the order to keep a line open: it is sold and judged as usual, by later
 * attempts. Admins only.
 * @throws conflict when it ended meanwhile.
 */
export async function resumeLine(ctx: Ctx, input: ResumeLineInput): Promise<void> {
  requireAdmin(ctx, "system");
  const { outageId, reason } = ResumeLineInput.parse(input);
  await changeOutages(ctx, async (tx) => {
    const ended = await endOutage(tx, { id: outageId, by: formatActor(ctx.actor), reason });
    if (!ended) throw conflictError("This ended meanwhile. Reload the page.");
    await recordResume(tx, ended, reason);
  });
}

const EndedOutage = z.object({ ...LINE, state: z.string() });
type EndedOutage = z.output<typeof EndedOutage>;

/** Ends an outage if it hasn't ended. Part of the caller's transaction. */
export async function endOutage(
  { db }: Ctx,
  { id, by, reason }: { id: number; by: string; reason: string },
): Promise<EndedOutage | undefined> {
  const [ended] = await readRows(db, EndedOutage)`
    update outages set ended_at = clock_timestamp(), ended_by = ${by}, end_reason = ${reason}
    where id = ${id} and ended_at is null
    returning supplier_id, network_id, type_id, state`;
  return ended;
}

export const recordResume = (ctx: Ctx, { state, ...line }: EndedOutage, reason: string) =>
  recordAudit(ctx, {
    ...getLineSubject(line),
    action: "outage.resumed",
    reason,
    before: { state },
    after: { state: "open" },
  });

interface AutomaticPause extends Line {
  reason: string;
  evidence: OutageEvidence;
  /** Until the first try, in seconds. */
  delayS: number;
}

/** Pauses a line automatically, unless it is paused or kept open. Part of the caller's transaction. */
export async function pauseAutomatically(ctx: Ctx, pause: AutomaticPause): Promise<boolean> {
  const { reason, evidence, delayS, ...line } = pause;
  const rows = await ctx.db.execute(sql`
    insert into outages (supplier_id, network_id, type_id, state, began_by, reason, evidence, probe_at)
    values (
      ${line.supplierId}, ${line.networkId}, ${line.typeId}, 'paused', ${formatActor(ctx.actor)}, ${reason},
      ${JSON.stringify(evidence)}::text::jsonb, now() + make_interval(secs => ${delayS}))
    on conflict do nothing returning id`);
  if (rows.length === 0) return false;
  log.warn("outage.paused", { ...line, reason });
  await recordAudit(ctx, {
    ...getLineSubject(line),
    action: "outage.paused",
    reason,
    before: { state: "open" },
    after: { state: "paused" },
  });
  return true;
}

const isOpen = ({ supplierId, networkId, typeId }: Line) =>
  sql`supplier_id = ${supplierId} and network_id = ${networkId} and type_id = ${typeId} and ended_at is null`;

async function existsLine({ db }: Ctx, { supplierId, networkId, typeId }: Line): Promise<boolean> {
  const rows = await db.execute(sql`
    select from suppliers where id = ${supplierId}
      and exists (select from plan_types where network_id = ${networkId} and id = ${typeId})`);
  return rows.length > 0;
}
