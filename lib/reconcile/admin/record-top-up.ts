import { and, eq, isNull, sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { discrepancies } from "#db/schema/reconcile";
import { changedMeanwhile } from "#lib/audit/changed-meanwhile";
import { record } from "#lib/audit/record";
import { endProposals, orPropose, type Waiting } from "#lib/audit/second-admin";
import { Amount } from "#lib/core/amount";
import { actorName, type Ctx, requireAdmin } from "#lib/core/context";
import { invalid } from "#lib/core/error";
import { Reason } from "#lib/core/reason";
import { upstreamBalance } from "../upstream-balance.ts";
import { alreadyClosed, recordAdjustment } from "./acknowledge.ts";
import { LocalTime } from "./fields.ts";
import { lastAdjustment } from "./top-up-list.ts";

/** A time that somebody wrote down may be wrong by this much. */
const SLACK_MS = 10 * 60_000;

export const RecordTopUpInput = z.object({
  amount: Amount,
  /** When it reached the upstream; left out when a rise of the balance tells it. */
  at: LocalTime.optional(),
  /** The rise of the balance that it explains. */
  discrepancy: z.coerce.number<string | number>().int().optional(),
  /** The last move of the balance that the form knew of (`lastAdjustment`); the command line knows of none. */
  seen: z.coerce.number<string | number>().int().min(0).optional(),
  reason: Reason,
});
export type RecordTopUpInput = z.input<typeof RecordTopUpInput>;

/**
 * Records that money was paid into the operator's wallet at the upstream; above the daily sum it needs approval. Admins only.
 * @throws invalid when neither a time nor a rise is given or the time is to come; conflict, saying who, when the
 *   rise is no longer open or another move was recorded since the form was made.
 */
export async function recordTopUp(ctx: Ctx, input: RecordTopUpInput): Promise<Waiting | undefined> {
  requireAdmin(ctx, "money");
  const deposit = RecordTopUpInput.parse(input);
  const { amount, reason, discrepancy: about } = deposit;
  const movement = { kind: "deposit" as const, amount, reason, ...(about !== undefined && { about }) };
  const { at, seen } = deposit;
  return orPropose(ctx, { ...movement, input: { at, seen } }, (tx) => addDeposit(tx, deposit));
}

type Deposit = z.output<typeof RecordTopUpInput>;

/** The deposit that an approval request asks for. */
const Requested = z.object({ at: z.coerce.date().optional(), seen: z.number().optional() });

/** Records a deposit that another admin approved; the caller has checked the rights. Throws what `recordTopUp` does. */
export function recordApproved(
  ctx: Ctx,
  { input, ...deposit }: Pick<Deposit, "amount" | "reason" | "discrepancy"> & { input: unknown },
): Promise<undefined> {
  return addDeposit(ctx, { ...deposit, ...Requested.parse(input) });
}

function addDeposit(ctx: Ctx, { amount, at, discrepancy, reason, seen }: Deposit): Promise<undefined> {
  return inTransaction(ctx, async (ctx) => {
    if (discrepancy !== undefined) await endProposals(ctx, "deposit", discrepancy);
    // Discrepancies are locked before the row of settings, in the same order as by acknowledge.
    const span = discrepancy === undefined ? aroundTime(at) : await close(ctx, discrepancy, reason);
    await ctx.db.execute(sql`select from reconciling for update`);
    if (seen !== undefined && (await lastAdjustment(ctx)) > seen)
      throw await changedMeanwhile(ctx, { actions: ["upstream.topped_up", "discrepancy.acknowledged"] });
    const before = await upstreamBalance(ctx);
    await recordAdjustment(ctx, { amount, ...span, reason });
    const after = await upstreamBalance(ctx);
    await record(ctx, {
      action: "upstream.topped_up",
      subject: "upstream",
      subjectId: "1",
      reason,
      before: { balance: before?.amount ?? null },
      after: { balance: after?.amount ?? null, amount, ...span },
    });
    return undefined;
  });
}

function aroundTime(at: Date | undefined): { earliest: Date; latest: Date } {
  if (!at) throw invalid("at", "Choose a day and a time.");
  if (at.getTime() > Date.now() + SLACK_MS) throw invalid("at", "This time is still to come.");
  return { earliest: new Date(at.getTime() - SLACK_MS), latest: new Date(at.getTime() + SLACK_MS) };
}

async function close(ctx: Ctx, id: number, reason: string): Promise<{ earliest: Date; latest: Date }> {
  const [row] = await ctx.db
    .update(discrepancies)
    .set({ closedAt: sql`now()`, closedBy: actorName(ctx.actor), reason })
    .where(and(eq(discrepancies.id, id), eq(discrepancies.kind, "rise"), isNull(discrepancies.closedAt)))
    .returning({
      earliest: discrepancies.earliest,
      latest: discrepancies.latest,
      kind: discrepancies.kind,
      detail: discrepancies.detail,
    });
  if (!row?.earliest || !row.latest) throw await alreadyClosed(ctx, id);
  const { earliest, latest, ...facts } = row;
  await record(ctx, {
    action: "discrepancy.explained",
    subject: "discrepancy",
    subjectId: id,
    reason,
    before: { open: true, ...facts },
    after: { open: false, ...facts },
  });
  return { earliest, latest };
}
