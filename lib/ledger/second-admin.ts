import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import { inTransaction } from "#db/client";
import { decisions, type PROPOSAL_KINDS, reconciling } from "#db/schema/reconcile";
import { record } from "#lib/audit/record";
import { type Ctx, requireAdmin, requireSystem } from "#lib/core/context";
import { PortalError } from "#lib/core/error";
import type { Minor } from "#lib/core/money";
import type { Permission } from "#lib/core/permission";

/** An adjustment of money, or a change of the sum itself, as it waits for a second admin. Amounts in minor units. */
export interface Movement {
  kind: (typeof PROPOSAL_KINDS)[number];
  amount: Minor;
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
export const neededFor = (kind: Movement["kind"]): Permission => (kind === "settings" ? "staff" : "money");

/** So long a proposal waits, and is over then. The database asks for the same, and for the permission of who confirms. */
const WAITS = sql`interval '7 days'`;

/** Nothing was done: it waits for a second admin. */
export interface Waiting {
  proposal: number;
}

export function isWaiting(done: unknown): done is Waiting {
  return typeof done === "object" && done !== null && "proposal" in done;
}

/** The result, for callers who need no second admin. @throws conflict when it waits for one after all. */
export function unlessWaiting<T>(done: T | Waiting): T {
  if (isWaiting(done)) throw new PortalError("conflict", "This waits for a second admin. No money moved.");
  return done;
}

export interface SecondAdmin {
  /** Above this sum, in minor units, another admin has to confirm. */
  above: Minor;
  /** Whether there is another. */
  exists: boolean;
}

/** For so long after an admin was added or closed, nothing changes: nobody gains or loses a second person overnight. */
const SETTLING_IN = sql`interval '7 days'`;

/** Whether an admin's account was added by the operator's command, or by another admin a week ago. */
function settledIn(account: SQL): SQL {
  return sql`(${account}.created_at < now() - ${SETTLING_IN} or not exists (
    select from audit where action = 'admin.created' and subject_id = ${account}.id::text and actor like 'admin:%'))`;
}

/** Whether an admin's role includes it. */
function includes(account: SQL, permission: Permission): SQL {
  return sql`exists (select from staff s join staff_roles r on r.id = s.role_id
    where s.id = ${account}.id and (r.built_in = 'owner' or ${permission} = any (r.permissions)))`;
}

/** Whether another admin gave them their role within the week, or changed what it includes. */
function roleIsNew(account: SQL): SQL {
  return sql`exists (select from staff s where s.id = ${account}.id and (
    (s.given_by is not null and s.given_at > ${account}.created_at and s.given_at > now() - ${SETTLING_IN})
    or exists (select from audit where action = 'role.changed' and subject_id = s.role_id::text
      and actor like 'admin:%' and at > now() - ${SETTLING_IN})))`;
}

/** The sum above which the acting admin needs another, and whether there is one who may confirm it. Admins only. */
export async function secondAdmin(ctx: Ctx, permission: Permission = "money"): Promise<SecondAdmin> {
  const admin = requireAdmin(ctx);
  const self = admin.kind === "admin" ? admin.id : 0;
  const another = sql<boolean>`exists (
    select from accounts a where a.role = 'admin' and a.id <> ${self} and ${settledIn(sql`a`)}
      and (${includes(sql`a`, permission)} or ${roleIsNew(sql`a`)}) and (a.closed_at is null or a.closed_at > now() - ${SETTLING_IN}))`;
  const [row] = await ctx.db
    .select({ above: reconciling.secondAdminAbove, exists: another })
    .from(reconciling);
  if (!row) throw new Error("the row of settings is missing");
  return row;
}

/** Whether an admin may confirm what another proposed: one who was just added, or given a role, by an admin may not yet. */
export async function mayConfirm(ctx: Ctx, adminId: number): Promise<boolean> {
  const rows = await ctx.db.execute(
    sql`select from accounts a where a.id = ${adminId} and ${settledIn(sql`a`)} and not ${roleIsNew(sql`a`)}`,
  );
  return rows.length > 0;
}

/**
 * Carries out an adjustment of money, or, above the set sum, proposes it to another admin after a rehearsal. Where
 * there is no second admin it is carried out, and the audit record says so. The operator's own commands need nobody:
 * whoever may run them holds the database anyway.
 * @throws what `act` throws; conflict when the same is proposed already.
 */
export function orPropose<T>(
  ctx: Ctx,
  movement: Movement,
  act: (ctx: Ctx) => Promise<T>,
): Promise<T | Waiting> {
  return inTransaction(ctx, async (ctx) => {
    if (ctx.actor.kind !== "admin") return act(ctx);
    const { above, exists } = await secondAdmin(ctx, neededFor(movement.kind));
    if (movement.amount <= above) return act(ctx);
    if (exists) {
      await rehearse(ctx, act);
      return { proposal: await propose(ctx, movement, ctx.actor.id) };
    }
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

async function propose(ctx: Ctx, movement: Movement, proposedBy: number): Promise<number> {
  const { kind, amount, reason, resellerId, purchase, outcome, about, input } = movement;
  await endOldProposals({ ...ctx, actor: { kind: "system", name: "proposals" } });
  const [made] = await ctx.db
    .insert(decisions)
    .values({
      ...{ kind, amount, reason, resellerId, outcome, input, proposedBy },
      ...{ purchaseId: purchase?.id, about: about === undefined ? undefined : String(about) },
    })
    .onConflictDoNothing()
    .returning({ id: decisions.id });
  if (!made) throw new PortalError("conflict", "This waits for a second admin already. No money moved.");
  await record(ctx, {
    action: kind === "settle" ? "purchase.proposed" : "proposal.made",
    ...(kind === "settle" ? subjectOf(movement) : { subject: "proposal", subjectId: made.id }),
    resellerId,
    reason,
    before: { proposal: null },
    after:
      kind === "settle"
        ? { proposal: outcome }
        : { proposal: kind, amount, ident: purchase?.ident, ...input },
  });
  return made.id;
}

function subjectOf({ kind, purchase, resellerId, about }: Movement): {
  subject: string;
  subjectId: string | number;
} {
  if (purchase) return { subject: "purchase", subjectId: purchase.ident };
  if (kind === "settings") return { subject: "reconcile", subjectId: "1" };
  if (kind === "suspense") return { subject: "money", subjectId: about ?? "" };
  if (kind === "funding") return { subject: "funding", subjectId: about ?? "" };
  return { subject: "wallet", subjectId: resellerId ?? "" };
}

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
export async function endProposals(ctx: Ctx, kind: Movement["kind"], about: string | number): Promise<void> {
  await ctx.db
    .update(decisions)
    .set({ endedAt: sql`now()` })
    .where(and(eq(decisions.kind, kind), eq(decisions.about, String(about)), isNull(decisions.endedAt)));
}
