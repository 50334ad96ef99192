import { type SQL, sql } from "drizzle-orm";
import { MOVEMENT_KINDS } from "#db/schema/reconcile";
import { type Ctx, requireAdmin } from "#lib/core/context";
import type { Minor } from "#lib/core/money";
import type { Permission } from "#lib/core/permission";

/** A way of moving money by hand. */
export type MovementKind = (typeof MOVEMENT_KINDS)[number];

/** What one admin moves alone of one kind, in minor units; null is without end. */
export interface Limits {
  /** At once. */
  above: Minor | null;
  /** Within 24 hours, all of it together. */
  day: Minor | null;
  /** What the acting admin moved alone within the last 24 hours. */
  moved: Minor;
}

export interface SecondAdmin {
  /** Whether there is another. */
  exists: boolean;
  kinds: Record<MovementKind, Limits>;
}

/** Why a movement waits for another admin: it is too much at once, or with what was moved before. */
export function waitsFor({ above, day, moved }: Limits, amount: Minor): "sum" | "day" | undefined {
  if (above !== null && amount > above) return "sum";
  return day !== null && moved + amount > day ? "day" : undefined;
}

/** Which of several movements wait when they are made one after the other. */
export function waitingOf(limits: Limits, amounts: readonly Minor[]): boolean[] {
  let { moved } = limits;
  return amounts.map((amount) => {
    const waits = waitsFor({ ...limits, moved }, amount) !== undefined;
    if (!waits) moved += amount;
    return waits;
  });
}

/** What the acting admin moves alone, and whether there is another who may confirm the rest. Admins only. */
export async function secondAdmin(ctx: Ctx, permission: Permission = "money"): Promise<SecondAdmin> {
  const admin = requireAdmin(ctx);
  const self = admin.kind === "admin" ? admin.id : 0;
  const rows = await ctx.db.execute<
    { kind: MovementKind; exists: boolean } & Record<keyof Limits, string>
  >(sql`
    select l.*, ${another(self, permission)} as exists from (${limitsOf(self, MOVEMENT_KINDS)}) l`);
  const money = (sum: string | null) => (sum === null ? null : BigInt(sum));
  return {
    exists: rows[0]?.exists ?? false,
    kinds: Object.fromEntries(
      rows.map(({ kind, above, day, moved }) => [
        kind,
        { above: money(above), day: money(day), moved: BigInt(moved) },
      ]),
    ) as SecondAdmin["kinds"],
  };
}

/**
 * Notes that an admin moves this alone, if that is within both limits: the movement itself follows in the same transaction.
 * Of one admin's movements that come at the same moment each counts the one before. @returns whether it is
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
    select ${adminId}, l.kind, ${sum} from (${limitsOf(adminId, [kind])}) l
    where (l.above is null or ${sum} <= l.above) and (l.day is null or l.moved + ${sum} <= l.day)
    returning id`);
  return noted.length > 0;
}

const limitsOf = (adminId: number, kinds: readonly MovementKind[]): SQL => sql`
  select k.kind, r.day,
    case r.single when 'own' then r.own when 'always' then 0 when 'never' then null else c.second_admin_above end as above,
    (select coalesce(sum(amount), 0)::bigint from moved_alone
      where admin_id = ${adminId} and kind = k.kind and at > now() - interval '24 hours') as moved
  from (values ${sql.join(
    kinds.map((kind) => sql`(${kind}::text)`),
    sql`, `,
  )}) k (kind) cross join reconciling c left join second_admin_rules r on r.kind = k.kind`;

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
