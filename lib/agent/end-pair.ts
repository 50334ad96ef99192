import { and, eq, inArray, sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { resellers } from "#db/schema/account";
import { agents } from "#db/schema/agent";
import { explainConflict } from "#lib/audit/explain-conflict";
import { recordAudit } from "#lib/audit/record-audit";
import { type Ctx, formatActor, requireAdmin, requireReseller, requireSystem } from "#lib/core/context";
import { conflictError, notFoundError } from "#lib/core/error";
import type { PortalEvent } from "#lib/core/event";
import { Id } from "#lib/core/id";
import { handleEach } from "#lib/core/lane/handle-each";
import { int, readRows } from "#lib/core/read-rows";
import { Reason } from "#lib/core/text/reason";

type Pair = Pick<typeof agents.$inferSelect, "id" | "parentId" | "agentId" | "state" | "endsAt">;

/**
 * Ends the acting agent's pair at once: the own level's price from the next purchase on. Money, history and open
 * purchases stay as they are. @throws conflict for a reseller who isn't an agent
 */
export async function leaveParent(ctx: Ctx): Promise<void> {
  const { id } = requireReseller(ctx);
  await inTransaction(ctx, async (tx) => {
    const pair = await lockPair(tx, sql`g.agent_id = ${id} and g.state = 'active'`);
    if (!pair) throw conflictError("You aren’t an agent. Nothing was changed.");
    await end(tx, pair, "The agent left.");
  });
}

/** From the notice on, before the agent's price is their own level's. */
export const NOTICE_DAYS = 7;

export const EndAgentInput = z.object({
  pairId: Id,
  /** The agent reads it. */
  reason: Reason,
});
export type EndAgentInput = z.input<typeof EndAgentInput>;

/**
 * Plans the end of an agent of the acting parent: the agent is notified now, and the price changes after the notice.
 * One whose request still waits for the operator ends at once; the request stays.
 * @returns when it ends
 * @throws not_found for another's; conflict when it has ended or its end is planned
 */
export function endAgent(ctx: Ctx, input: EndAgentInput): Promise<{ endsAt: Date }> {
  const { id: parentId } = requireReseller(ctx);
  const { pairId, reason } = EndAgentInput.parse(input);
  return inTransaction(ctx, async (tx) => {
    const pair = await lockOwnPair(tx, pairId, parentId);
    if (pair.state === "applied") {
      await end(tx, pair, reason);
      return { endsAt: new Date() };
    }
    if (pair.state !== "active")
      throw conflictError("This agent has ended, or the invitation is still open.");
    if (pair.endsAt) throw conflictError("The end is planned already. Nothing was changed.");
    const [planned] = await tx.db
      .update(agents)
      .set({ endsAt: sql`now() + make_interval(days => ${NOTICE_DAYS})`, reason })
      .where(eq(agents.id, pair.id))
      .returning({ endsAt: agents.endsAt });
    if (!planned?.endsAt) throw new Error("The end was not planned.");
    await recordPlan(tx, pair, { endsAt: planned.endsAt, reason });
    return { endsAt: planned.endsAt };
  });
}

export const KeepAgentInput = EndAgentInput.pick({ pairId: true });
export type KeepAgentInput = z.input<typeof KeepAgentInput>;

/** Withdraws the planned end of an agent of the acting parent. @throws not_found; conflict when none is planned */
export function keepAgent(ctx: Ctx, input: KeepAgentInput): Promise<void> {
  const { id: parentId } = requireReseller(ctx);
  const { pairId } = KeepAgentInput.parse(input);
  return inTransaction(ctx, async (tx) => {
    const pair = await lockOwnPair(tx, pairId, parentId);
    if (pair.state !== "active" || !pair.endsAt)
      throw conflictError("No end is planned. Nothing was changed.");
    await tx.db.update(agents).set({ endsAt: null, reason: null }).where(eq(agents.id, pair.id));
    await recordPlan(tx, pair, { endsAt: null });
  });
}

export const EndPairInput = z.object({ id: Id, /** Both read it. */ reason: Reason });
export type EndPairInput = z.input<typeof EndPairInput>;

/** Ends a pair, or an invitation, at once. Admins only. @throws not_found; conflict when it has ended */
export async function endPair(ctx: Ctx, input: EndPairInput): Promise<void> {
  requireAdmin(ctx, "resellers");
  const { id, reason } = EndPairInput.parse(input);
  await inTransaction(ctx, async (tx) => {
    const pair = await lockPair(tx, sql`g.id = ${id}`);
    if (!pair) throw notFoundError("agent");
    if (pair.state === "ended") throw await explainConflict(tx, { subject: "agent", subjectId: id });
    await end(tx, pair, reason);
  });
}

/**
 * Ends the pairs whose notice is over. One that can't be ended keeps none of the others from it.
 * @throws the first failure, at the end
 */
export async function endDuePairs(ctx: Ctx): Promise<void> {
  requireSystem(ctx);
  const due = await readRows(ctx.db, z.object({ id: int, reason: z.string().nullable() }))`
    select id, reason from agents where state = 'active' and ends_at <= now() order by ends_at limit 500`;
  await handleEach(due, "agent.not_ended", ({ id, reason }) =>
    inTransaction(ctx, async (tx) => {
      const pair = await lockPair(tx, sql`g.id = ${id} and g.state = 'active' and g.ends_at <= now()`);
      if (pair) await end(tx, pair, reason ?? "The notice was over.");
    }),
  );
}

/** Ends what closed accounts were a part of. */
export async function endPairsOfClosed(ctx: Ctx, events: readonly PortalEvent[]): Promise<void> {
  const closed = events.flatMap(({ resellerId }) => resellerId ?? []);
  const pairs = await ctx.db
    .select({ id: agents.id })
    .from(agents)
    .where(
      and(
        inArray(agents.state, ["invited", "applied", "active"]),
        sql`(${inArray(agents.parentId, closed)} or ${inArray(agents.agentId, closed)})`,
      ),
    )
    .orderBy(agents.id);
  for (const { id } of pairs) {
    const pair = await lockPair(ctx, sql`g.id = ${id} and g.state <> 'ended'`);
    if (pair) await end(ctx, pair, "An account of the two was closed.");
  }
}

const PairRow = z.object({ id: int });

/** Locks the agent's row and then the pair, in the order of all who do. */
async function lockPair(tx: Ctx, which: ReturnType<typeof sql>): Promise<Pair | undefined> {
  await tx.db.execute(sql`
    select from resellers
    where id in (select g.agent_id from agents g where ${which})
    order by id
    for no key update`);
  const [row] = await readRows(tx.db, PairRow)`select g.id from agents g where ${which} for update`;
  if (!row) return undefined;
  const [pair] = await tx.db.select().from(agents).where(eq(agents.id, row.id));
  return pair;
}

async function lockOwnPair(tx: Ctx, pairId: number, parentId: number): Promise<Pair> {
  const pair = await lockPair(tx, sql`g.id = ${pairId} and g.parent_id = ${parentId}`);
  if (!pair) throw notFoundError("agent");
  return pair;
}

async function end(tx: Ctx, { id, agentId, state }: Pair, reason: string): Promise<void> {
  await tx.db
    .update(agents)
    .set({ state: "ended", endedAt: sql`now()`, endedBy: formatActor(tx.actor), reason, signUpId: null })
    .where(eq(agents.id, id));
  if (agentId !== null && state === "active")
    await tx.db.update(resellers).set({ parentId: null }).where(eq(resellers.id, agentId));
  const record = { subject: "agent", subjectId: id, resellerId: agentId ?? undefined, reason };
  await recordAudit(tx, {
    ...record,
    action: "agent.ended",
    before: { state },
    after: { state: "ended" },
  });
}

const recordPlan = (tx: Ctx, pair: Pair, { endsAt, reason }: { endsAt: Date | null; reason?: string }) =>
  recordAudit(tx, {
    action: "agent.end_planned",
    subject: "agent",
    subjectId: pair.id,
    resellerId: pair.agentId ?? undefined,
    reason,
    before: { endsAt: pair.endsAt },
    after: { endsAt },
  });
