import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { agents, agentTransfers } from "#db/schema/agent";
import { PinInput, requirePin } from "#lib/account/pin/require-pin";
import { recordAudit } from "#lib/audit/record-audit";
import { type Ctx, requireReseller } from "#lib/core/context";
import { conflictError, notFoundError, PortalError } from "#lib/core/error";
import { FormRef, requireSameContent } from "#lib/core/form-ref";
import { Id } from "#lib/core/id";
import { Amount } from "#lib/core/money/amount";
import { formatMoney, type Minor } from "#lib/core/money/money";
import { int, minor, readRow, readRows } from "#lib/core/read-rows";
import { moveMoney } from "./move-money.ts";

const TransferInput = PinInput.extend({
  /** The pair, as `listAgents` names it. */
  pairId: Id,
  amount: Amount,
  /** Comes with the form: the same ref is the same transfer. */
  ref: FormRef,
  note: z
    .string()
    .trim()
    .max(100, "Use at most 100 characters.")
    .default("")
    .transform((text) => text || null),
});

export const SendToAgentInput = TransferInput;
export type SendToAgentInput = z.input<typeof SendToAgentInput>;

/** A transfer, and whether an earlier form of its ref made it. */
export interface TransferResult {
  id: number;
  replayed: boolean;
}

/**
 * Sends money of the acting parent to an agent's wallet at once. A form sent again after its response was lost gets its
 * transfer with any PIN. It counts for the day's limit as a purchase does: the agent spends it in the parent's place.
 * @throws not_found for another's pair; conflict once it has ended, or for an account that can't; insufficient_funds
 * (facts.missing); invalid or rate_limited at `pin`; ref_reused
 */
export async function sendToAgent(ctx: Ctx, input: SendToAgentInput): Promise<TransferResult> {
  const { id: parentId } = requireReseller(ctx);
  const { pin, keepPin, ...wanted } = TransferInput.parse(input);
  const earlier = await findEarlier(ctx, parentId, wanted, "sent");
  if (earlier) return earlier;
  await requirePin(ctx, { pin, keepPin });
  return makeTransfer(ctx, wanted, "sent");
}

export const RequestMoneyInput = TransferInput.omit({ pin: true, keepPin: true });
export type RequestMoneyInput = z.input<typeof RequestMoneyInput>;

/**
 * Asks an agent to return money that the acting parent sent, which they accept or decline: at most the sum sent and not
 * yet returned or requested.
 * @throws like `sendToAgent`; invalid at `amount` above that
 */
export async function requestMoney(ctx: Ctx, input: RequestMoneyInput): Promise<TransferResult> {
  const { id: parentId } = requireReseller(ctx);
  const wanted = RequestMoneyInput.parse(input);
  const earlier = await findEarlier(ctx, parentId, wanted, "requested");
  return earlier ?? makeTransfer(ctx, wanted, "requested");
}

type Wanted = z.output<typeof RequestMoneyInput>;

function makeTransfer(ctx: Ctx, wanted: Wanted, state: "sent" | "requested"): Promise<TransferResult> {
  const { id: parentId } = requireReseller(ctx);
  const { pairId, amount, ref, note } = wanted;
  return inTransaction(ctx, async (tx) => {
    await tx.db.execute(
      sql`select pg_advisory_xact_lock(hashtextextended('agent transfer ' || ${parentId} || ' ' || ${ref}, 0))`,
    );
    const earlier = await findEarlier(tx, parentId, wanted, state);
    if (earlier) return earlier;
    const agentId = await lockPair(tx, pairId, parentId, state);
    const made = { pairId, amount, ref, note, madeBy: parentId, state };
    if (state === "requested") {
      await requireSentBefore(tx, pairId, amount);
      return insertTransfer(tx, { ...made, fromId: agentId, toId: parentId });
    }
    const sides = { fromId: parentId, toId: agentId };
    const { balance: _, ...journals } = await moveMoney(tx, { ...sides, amount, spends: true });
    return insertTransfer(tx, { ...made, ...sides, ...journals, endedAt: sql`now()` });
  });
}

type NewTransfer = Omit<typeof agentTransfers.$inferInsert, "endedAt"> & { endedAt?: ReturnType<typeof sql> };

async function insertTransfer(tx: Ctx, transfer: NewTransfer): Promise<TransferResult> {
  const [made] = await tx.db.insert(agentTransfers).values(transfer).returning({ id: agentTransfers.id });
  if (!made) throw new Error("A transfer was not written.");
  if (transfer.state === "requested")
    await recordAudit(tx, {
      action: "agent.money_requested",
      subject: "agent transfer",
      subjectId: made.id,
      resellerId: transfer.fromId,
      after: { amount: transfer.amount },
    });
  return { ...made, replayed: false };
}

async function findEarlier(
  ctx: Ctx,
  madeBy: number,
  { ref, pairId, amount }: Wanted,
  state: "sent" | "requested",
): Promise<TransferResult | undefined> {
  const [made] = await ctx.db
    .select({
      id: agentTransfers.id,
      pairId: agentTransfers.pairId,
      amount: agentTransfers.amount,
      toId: agentTransfers.toId,
    })
    .from(agentTransfers)
    .where(and(eq(agentTransfers.madeBy, madeBy), eq(agentTransfers.ref, ref)));
  if (!made) return undefined;
  const message =
    "This form already moved or requested another amount. Nothing else was done. Check the list.";
  requireSameContent(
    { ...made, isRequest: made.toId === madeBy },
    { pairId, amount, isRequest: state === "requested" },
    message,
  );
  return { id: made.id, replayed: true };
}

/** Locks a pair of the acting parent while money moves: an active one, or to request it any. @returns the agent */
async function lockPair(
  tx: Ctx,
  pairId: number,
  parentId: number,
  state: "sent" | "requested",
): Promise<number> {
  const [pair] = await readRows(
    tx.db,
    z.object({ agentId: int.nullable(), active: z.boolean(), maySend: z.boolean(), open: z.boolean() }),
  )`
    select
      g.agent_id, g.state = 'active' as active,
      (select state from resellers where id = g.parent_id) = 'active' as may_send,
      coalesce((select state from resellers where id = g.agent_id) <> 'closed', false) as open
    from agents g
    where g.id = ${pairId} and g.parent_id = ${parentId}
    for share of g`;
  if (!pair) throw notFoundError("agent");
  if (pair.agentId === null || (state === "sent" && !pair.active))
    throw conflictError("This reseller isn’t your agent now. No money moved.");
  if (state === "sent" && !pair.maySend)
    throw new PortalError("restricted", "Your account can’t send money right now.", { facts: {} });
  if (!pair.open) throw conflictError("This account is closed. No money moved.");
  return pair.agentId;
}

/** @throws invalid at `amount` above the sum sent to an agent and not yet returned or requested */
async function requireSentBefore(tx: Ctx, pairId: number, amount: Minor): Promise<void> {
  // Serialises the requests of one pair.
  await tx.db.execute(sql`select pg_advisory_xact_lock(hashtextextended('agent requests ' || ${pairId}, 0))`);
  const left = await sumRequestableAmount(tx, pairId);
  if (amount <= left) return;
  const message =
    left > 0n
      ? `You can request up to ${formatMoney(left)}: what you sent and didn’t get back or request.`
      : "You can request only what you sent.";
  throw new PortalError("invalid", message, { fields: { amount: [message] } });
}

const sumRequestableAmount = async (ctx: Ctx, pairId: number): Promise<Minor> => {
  const { left } = await readRow(ctx.db, z.object({ left: minor }))`
    select coalesce(sum(case
      when state = 'sent' and made_by = from_id then amount
      when state in ('sent', 'requested') then -amount else 0 end), 0) as left
    from agent_transfers
    where pair_id = ${pairId}`;
  return left;
};

/**
 * Returns what the acting parent can request from an agent, in minor units: the sum sent and not yet returned or
 * requested. It includes the part that was spent, since the agent's balance isn't shown.
 * @throws not_found for another's
 */
export async function getRequestableAmount(ctx: Ctx, input: { pairId: number }): Promise<Minor> {
  const { id: parentId } = requireReseller(ctx);
  const isOwn = and(eq(agents.id, input.pairId), eq(agents.parentId, parentId));
  if ((await ctx.db.$count(agents, isOwn)) === 0) throw notFoundError("agent");
  return sumRequestableAmount(ctx, input.pairId);
}
