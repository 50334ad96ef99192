import { type SQL, sql } from "drizzle-orm";
import type { MOVEMENT_KINDS } from "#db/schema/reconcile";
import { type Ctx, requireAdmin } from "#lib/core/context";
import type { Minor } from "#lib/core/money";
import type { Permission } from "#lib/core/permission";

/** A kind of manual money. */
export type MovementKind = (typeof MOVEMENT_KINDS)[number];

/** What one admin moves alone within 24 hours, all kinds of manual money together, in minor units. */
export interface DailyLimit {
  above: Minor;
  /** What the acting admin moved alone within the last 24 hours. */
  moved: Minor;
}

export interface SecondAdmin extends DailyLimit {
  /** Whether there is another admin who can approve. */
  exists: boolean;
}

/** Whether a movement needs approval: with what the admin moved before it is above the limit. What moves nothing never does. */
export const needsApproval = ({ above, moved }: DailyLimit, amount: Minor): boolean =>
  amount > 0n && moved + amount > above;

/** Which of several movements need approval when they are made one after the other. */
export function waitingOf(limit: DailyLimit, amounts: readonly Minor[]): boolean[] {
  let { moved } = limit;
  return amounts.map((amount) => {
    const waits = needsApproval({ ...limit, moved }, amount);
    if (!waits) moved += amount;
    return waits;
  });
}

/** Returns what the acting admin moves alone, and whether another can approve the rest. Admins only. */
export async function secondAdmin(ctx: Ctx, permission: Permission = "money"): Promise<SecondAdmin> {
  const admin = requireAdmin(ctx);
  const self = admin.kind === "admin" ? admin.id : 0;
  const [row] = await ctx.db.execute<{ exists: boolean; above: string; moved: string }>(sql`
    select ${another(self, permission)} as exists, second_admin_above as above, ${movedBy(self)} as moved
    from reconciling`);
  if (!row) throw new Error("the row of settings is missing");
  return { exists: row.exists, above: BigInt(row.above), moved: BigInt(row.moved) };
}

/**
 * Notes that an admin moves this alone, if it is within the daily limit: the movement itself follows in the same transaction.
 * Serialises the movements of one admin, so that of two at the same moment the second counts the first. @returns whether it is
 */
export async function moveAlone(
  ctx: Ctx,
  { kind, amount }: { kind: MovementKind; amount: Minor },
  adminId: number,
): Promise<boolean> {
  await ctx.db.execute(
    sql`select pg_advisory_xact_lock(hashtextextended('moved alone by ' || ${adminId}::text, 0))`,
  );
  const sum = sql`${amount}::bigint`;
  const noted = await ctx.db.execute(sql`
    insert into moved_alone (admin_id, kind, amount)
    select ${adminId}, ${kind}, ${sum} from reconciling
    where ${sum} = 0 or ${movedBy(adminId)} + ${sum} <= second_admin_above
    returning id`);
  return noted.length > 0;
}

const movedBy = (adminId: number): SQL => sql`(select coalesce(sum(amount), 0)::bigint from moved_alone
  where admin_id = ${adminId} and at > now() - interval '24 hours')`;

/** For so long after an admin was added or closed, nothing changes: nobody gains or loses a second person overnight. */
const SETTLING_IN = sql`interval '7 days'`;

/** Whether there is an admin beside this one who may confirm. Whoever may has a role, so the few who have one are looked through. */
const another = (self: number, permission: Permission): SQL => sql`exists (
  select from staff one join accounts a on a.id = one.id
  where a.role = 'admin' and a.id <> ${self} and ${settledIn(sql`a`)}
    and (${includes(sql`a`, permission)} or ${roleIsNew(sql`a`)}) and (a.closed_at is null or a.closed_at > now() - ${SETTLING_IN}))`;

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

/** Whether an admin may confirm what another proposed: one who was just added, or given a role, by an admin may not yet. */
export async function mayConfirm(ctx: Ctx, adminId: number): Promise<boolean> {
  const rows = await ctx.db.execute(
    sql`select from accounts a where a.id = ${adminId} and ${settledIn(sql`a`)} and not ${roleIsNew(sql`a`)}`,
  );
  return rows.length > 0;
}
