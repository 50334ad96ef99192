import { and, eq, isNull, sql } from "drizzle-orm";
import { inTransaction } from "#db/client";
import { decisions, movedAlone, type PROPOSAL_KINDS } from "#db/schema/reconcile";
import { type Ctx, requireSystem } from "#lib/core/context";
import { PortalError } from "#lib/core/error";
import { formatMoney, type Minor } from "#lib/core/money";
import type { Permission } from "#lib/core/permission";
import { record } from "./record.ts";
import { type MovementKind, moveAlone, secondAdmin } from "./second-admin-limits.ts";

type ProposalKind = (typeof PROPOSAL_KINDS)[number];

/** What may wait for a second admin. Amounts in minor units. */
export type Proposal = Money | Change;

/** An adjustment of money. */
interface Money extends About {
  kind: MovementKind;
  amount: Minor;
}

/** A change of what protects the money: the rules of this, what an admin may do, where resellers pay. It always waits. */
interface Change extends About {
  kind: "settings";
  /** The daily sum, where that is what changes. */
  amount?: Minor;
  /** What the audit knows it by. */
  subject: { subject: string; subjectId: string | number };
  /** Whoever confirms reads them, and the audit keeps them. */
  facts: { before: Record<string, unknown>; after: Record<string, unknown> };
}

interface About {
  reason: string;
  resellerId?: number;
  purchase?: { id: number; ident: string };
  /** How a purchase is to be settled. */
  outcome?: "successful" | "failed";
  /** What it is about: only one proposal about it can wait. */
  about?: string | number;
  /** What else is needed to carry it out, as JSON. */
  input?: Record<string, unknown>;
}

/** What the role of whoever proposes or confirms it has to include. */
export const neededFor = (kind: ProposalKind): Permission => (kind === "settings" ? "staff" : "money");

/** So long a proposal waits, and is over then. The database asks for the same, and for the permission of who confirms. */
const WAITS = sql`interval '7 days'`;

/** Nothing was done: it waits for a second admin. */
export interface Waiting {
  proposal: number;
  /** Where what the admin moved before is why: how much that was within 24 hours, and the sum that it may come to. */
  day?: { moved: Minor; above: Minor };
}

/** Why something waits that would not by itself. */
export const dayWords = ({ moved, above }: NonNullable<Waiting["day"]>, who: string): string =>
  `With ${formatMoney(moved)} that ${who} moved alone in the 24 hours before, it is above ${formatMoney(above)}.`;

export function isWaiting(done: unknown): done is Waiting {
  return typeof done === "object" && done !== null && "proposal" in done;
}

/** The result, for callers who need no second admin. @throws conflict when it waits for one after all. */
export function unlessWaiting<T>(done: T | Waiting): T {
  if (isWaiting(done)) throw new PortalError("conflict", "This waits for a second admin. No money moved.");
  return done;
}

/**
 * Carries out an adjustment of money, or, where one admin may not move that much alone in a day, proposes it to another after a
 * rehearsal. Where there is no second admin it is carried out, and the audit record says so. The operator's own commands need
 * nobody: whoever may run them holds the database anyway.
 * @throws what `act` throws; conflict when the same is proposed already.
 */
export function orPropose<T>(
  ctx: Ctx,
  movement: Proposal,
  act: (ctx: Ctx) => Promise<T>,
): Promise<T | Waiting> {
  return inTransaction(ctx, async (ctx) => {
    const { actor } = ctx;
    if (actor.kind !== "admin") return act(ctx);
    const moves = movement.kind === "settings" ? undefined : movement;
    if (moves && (await moveAlone(ctx, moves, actor.id))) return act(ctx);
    const { exists, above, moved } = await secondAdmin(ctx, neededFor(movement.kind));
    if (exists) {
      await rehearse(ctx, act);
      const day = moves && moves.amount <= above ? { moved, above } : undefined;
      return { proposal: await propose(ctx, movement, actor.id, day), ...(day && { day }) };
    }
    if (moves)
      await ctx.db.insert(movedAlone).values({ adminId: actor.id, kind: moves.kind, amount: moves.amount });
    await record(ctx, {
      action: "second_admin.none",
      ...subjectOf(movement),
      resellerId: movement.resellerId,
      reason: movement.reason,
      after: { kind: movement.kind, amount: movement.amount, secondAdmin: "there is none" },
    });
    return act(ctx);
  });
}

/** Carries `act` out and rolls it back: throws what it would throw. */
async function rehearse(ctx: Ctx, act: (ctx: Ctx) => Promise<unknown>): Promise<void> {
  await ctx.db.execute(sql`savepoint rehearsal`);
  try {
    await act(ctx);
  } finally {
    await ctx.db.execute(sql`rollback to savepoint rehearsal`);
  }
}

async function propose(
  ctx: Ctx,
  movement: Proposal,
  proposedBy: number,
  day: Waiting["day"],
): Promise<number> {
  const { kind, amount, reason, resellerId, purchase, outcome, about } = movement;
  const facts = kind === "settings" ? movement.facts : undefined;
  const input = { ...movement.input, ...facts };
  await endOldProposals({ ...ctx, actor: { kind: "system", name: "proposals" } });
  const [made] = await ctx.db
    .insert(decisions)
    .values({
      ...{ kind, amount, reason, resellerId, outcome, input, proposedBy },
      ...{ purchaseId: purchase?.id, about: about === undefined ? undefined : String(about) },
      ...{ dayMoved: day?.moved, dayAbove: day?.above },
    })
    .onConflictDoNothing()
    .returning({ id: decisions.id });
  if (!made) throw new PortalError("conflict", "This waits for a second admin already. Nothing was done.");
  await record(ctx, {
    action: kind === "settle" ? "purchase.proposed" : "proposal.made",
    ...(kind === "settle" ? subjectOf(movement) : { subject: "proposal", subjectId: made.id }),
    resellerId,
    reason,
    before: { proposal: null, ...facts?.before },
    after:
      kind === "settle"
        ? { proposal: outcome }
        : { proposal: kind, amount, ident: purchase?.ident, ...(facts?.after ?? input) },
  });
  return made.id;
}

function subjectOf(movement: Proposal): { subject: string; subjectId: string | number } {
  if (movement.kind === "settings") return movement.subject;
  const { kind, purchase, resellerId, about } = movement;
  if (purchase) return { subject: "purchase", subjectId: purchase.ident };
  const subject = SUBJECTS[kind];
  return subject ? { subject, subjectId: about ?? "" } : { subject: "wallet", subjectId: resellerId ?? "" };
}

/** What the audit calls a movement that is about something else than a wallet. */
const SUBJECTS: { [K in MovementKind]?: string } = {
  suspense: "money",
  refund: "money",
  funding: "funding",
  settlement: "difference",
  deposit: "upstream",
};

/** Ends what waited for a week and nobody confirmed: no money moved. @returns how many */
export async function endOldProposals(ctx: Ctx): Promise<number> {
  requireSystem(ctx);
  return inTransaction(ctx, async (tx) => {
    const ended = await tx.db
      .update(decisions)
      .set({ endedAt: sql`now()` })
      .where(and(isNull(decisions.endedAt), sql`${decisions.proposedAt} < now() - ${WAITS}`))
      .returning();
    for (const { id, kind, amount, resellerId } of ended)
      await record(tx, {
        ...{ action: "proposal.over", subject: "proposal", subjectId: id },
        resellerId: resellerId ?? undefined,
        before: { proposal: kind, amount },
        after: { proposal: null },
      });
    return ended.length;
  });
}

/** Ends the proposals about something that was decided otherwise. Part of its caller's transaction. */
export async function endProposals(ctx: Ctx, kind: ProposalKind, about: string | number): Promise<void> {
  await ctx.db
    .update(decisions)
    .set({ endedAt: sql`now()` })
    .where(and(eq(decisions.kind, kind), eq(decisions.about, String(about)), isNull(decisions.endedAt)));
}
