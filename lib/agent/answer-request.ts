import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { agentTransfers } from "#db/schema/agent";
import { PinInput, requirePin } from "#lib/account/pin/require-pin";
import { recordAudit } from "#lib/audit/record-audit";
import { type Ctx, requireReseller } from "#lib/core/context";
import { conflictError, notFoundError } from "#lib/core/error";
import { Id } from "#lib/core/id";
import type { Minor } from "#lib/core/money/money";
import { instant, int, minor, readRows, textOf } from "#lib/core/read-rows";
import { moveMoney } from "./move-money.ts";

export const AcceptRequestInput = PinInput.extend({ id: Id });
export type AcceptRequestInput = z.input<typeof AcceptRequestInput>;

/**
 * Sends the acting agent's money that the parent requested. Accepting twice moves it once.
 * @throws not_found for another's; conflict when it was declined or withdrawn; insufficient_funds; at `pin`
 */
export async function acceptRequest(ctx: Ctx, input: AcceptRequestInput): Promise<void> {
  const { id: agentId } = requireReseller(ctx);
  const { id, ...pin } = AcceptRequestInput.parse(input);
  const [request] = await ctx.db
    .select({ state: agentTransfers.state })
    .from(agentTransfers)
    .where(and(eq(agentTransfers.id, id), eq(agentTransfers.fromId, agentId)));
  if (request?.state === "sent") return;
  await requirePin(ctx, pin);
  await inTransaction(ctx, async (tx) => {
    const { toId, amount, state } = await lockRequest(tx, id, "from");
    if (state === "sent") return;
    if (state !== "requested") throw conflictError("This request was declined or withdrawn. No money moved.");
    const { balance: _, ...journals } = await moveMoney(tx, { fromId: agentId, toId, amount, spends: false });
    await tx.db
      .update(agentTransfers)
      .set({ ...journals, state: "sent", endedAt: sql`now()` })
      .where(eq(agentTransfers.id, id));
  });
}

export const EndRequestInput = z.object({ id: Id });
export type EndRequestInput = z.input<typeof EndRequestInput>;

/** Declines a request for the acting agent's money. @throws not_found for another's; conflict once it was answered */
export const declineRequest = (ctx: Ctx, input: EndRequestInput): Promise<void> =>
  endRequest(ctx, input, "from", "declined");

/** Withdraws a request of the acting parent. @throws not_found for another's; conflict once it was answered */
export const withdrawRequest = (ctx: Ctx, input: EndRequestInput): Promise<void> =>
  endRequest(ctx, input, "to", "withdrawn");

function endRequest(
  ctx: Ctx,
  input: EndRequestInput,
  side: Side,
  to: "declined" | "withdrawn",
): Promise<void> {
  requireReseller(ctx);
  const { id } = EndRequestInput.parse(input);
  return inTransaction(ctx, async (tx) => {
    const { state, fromId } = await lockRequest(tx, id, side);
    if (state !== "requested") throw conflictError("This request was already answered or withdrawn.");
    await tx.db
      .update(agentTransfers)
      .set({ state: to, endedAt: sql`now()` })
      .where(eq(agentTransfers.id, id));
    await recordAudit(tx, {
      action: `agent.request_${to}`,
      subject: "agent transfer",
      subjectId: id,
      resellerId: fromId,
      before: { state },
      after: { state: to },
    });
  });
}

type Side = "from" | "to";

/** Locks a transfer of which the acting reseller is a side. @throws not_found */
async function lockRequest(tx: Ctx, id: number, side: Side) {
  const { id: own } = requireReseller(tx);
  const column = side === "from" ? agentTransfers.fromId : agentTransfers.toId;
  const [request] = await tx.db
    .select()
    .from(agentTransfers)
    .where(and(eq(agentTransfers.id, id), eq(column, own)))
    .for("no key update");
  if (!request) throw notFoundError("request");
  return request;
}

/** Money between the acting reseller and an agent or parent. */
export interface AgentTransferView {
  id: number;
  /** The other's name. */
  other: string;
  /** Below zero when it leaves the acting reseller's wallet. */
  amount: Minor;
  state: "requested" | "sent" | "declined" | "withdrawn";
  note: string | null;
  madeAt: Date;
  endedAt: Date | null;
  /** Of a request: the acting reseller answers it; else they made it. */
  toAnswer: boolean;
}

const Row = z.object({
  id: int,
  other: z.string(),
  amount: minor,
  state: textOf<AgentTransferView["state"]>(),
  note: z.string().nullable(),
  madeAt: instant,
  endedAt: instant.nullable(),
  toAnswer: z.boolean(),
});

/** Lists the acting reseller's transfers with agents or a parent, requests to answer first, the newest first. */
export async function listAgentTransfers(
  ctx: Ctx,
  input: { pairId?: number } = {},
): Promise<AgentTransferView[]> {
  const { id } = requireReseller(ctx);
  return readRows(ctx.db, Row)`
    select
      t.id, a.name as other, case when t.from_id = ${id} then -t.amount else t.amount end as amount,
      t.state, t.note, t.made_at, t.ended_at, t.state = 'requested' and t.from_id = ${id} as to_answer
    from agent_transfers t
    join accounts a on a.id = case when t.from_id = ${id} then t.to_id else t.from_id end
    where ${id} in (t.from_id, t.to_id) ${input.pairId === undefined ? sql`` : sql`and t.pair_id = ${input.pairId}`}
    order by t.state = 'requested' desc, t.id desc
    limit 100`;
}
