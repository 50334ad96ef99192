import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { MOVEMENT_KINDS } from "#db/schema/reconcile";
import { type Ctx, requireAdmin } from "#lib/core/context";
import type { Minor } from "#lib/core/money/money";
import type { Permission } from "#lib/core/permission";
import { minor, readRow } from "#lib/core/read-rows";
import { amountField } from "#lib/core/settings/fields";
import { selectSetting } from "./settings/read-settings.ts";

/** The daily limit of each admin, which `approvalSettings` declares further. */
export const singleAdminLimit = {
  name: "approval",
  fields: { singleAdminLimit: amountField({ label: "Daily limit per admin", initial: 500_000n }) },
};

export type MovementKind = (typeof MOVEMENT_KINDS)[number];

/** Maximum total that one admin moves without approval within 24 hours, of all kinds, in minor units. */
const ApprovalLimit = z.object({
  above: minor,
  /** Total that the acting admin moved without approval within the last 24 hours. */
  moved: minor,
  hasApprover: z.boolean(),
});
export type ApprovalLimit = z.output<typeof ApprovalLimit>;
export type DailyLimit = Pick<ApprovalLimit, "above" | "moved">;

/** Whether a movement needs approval: it raises the admin's total above the limit, which zero never does. */
export const needsApproval = ({ above, moved }: DailyLimit, amount: Minor): boolean =>
  amount > 0n && moved + amount > above;

/** Finds which of several consecutive movements need approval. */
export function findAmountsNeedingApproval(limit: DailyLimit, amounts: readonly Minor[]): boolean[] {
  let { moved } = limit;
  return amounts.map((amount) => {
    const waits = needsApproval({ ...limit, moved }, amount);
    if (!waits) moved += amount;
    return waits;
  });
}

/** Returns the acting admin's limit without approval, and whether another can approve more. Admins only. */
export async function getApprovalLimit(ctx: Ctx, permission: Permission = "money"): Promise<ApprovalLimit> {
  const admin = requireAdmin(ctx);
  const self = admin.kind === "admin" ? admin.id : 0;
  return readRow(ctx.db, ApprovalLimit)`
    select
      ${hasOtherApprover(self, permission)} as has_approver,
      ${selectSetting(singleAdminLimit, "singleAdminLimit")} as above,
      ${sumMovedBy(self)} as moved`;
}

/**
 * Counts a movement without approval, if it is within the daily limit; the movement follows in the same
 * transaction. Serialises the movements of one admin, so that a parallel one counts the first.
 * @returns whether it is within the limit
 */
export async function consumeSingleAdminLimit(
  ctx: Ctx,
  { kind, amount }: { kind: MovementKind; amount: Minor },
  adminId: number,
): Promise<boolean> {
  await ctx.db.execute(
    sql`select pg_advisory_xact_lock(hashtextextended('moved alone by ' || ${adminId}::text, 0))`,
  );
  const sum = sql`${amount}::bigint`;
  const noted = await ctx.db.execute(sql`
    insert into single_admin_moves (admin_id, kind, amount)
    select ${adminId}, ${kind}, ${sum}
    where ${sum} = 0
      or ${sumMovedBy(adminId)} + ${sum} <= ${selectSetting(singleAdminLimit, "singleAdminLimit")}
    returning id`);
  return noted.length > 0;
}

const sumMovedBy = (
  adminId: number,
): SQL => sql`(select coalesce(sum(amount), 0)::bigint from single_admin_moves
  where admin_id = ${adminId} and at > now() - interval '24 hours')`;

/** Time before an added or closed admin counts, so that one admin can't change the approvers overnight. */
const APPROVER_WAITING_PERIOD = sql`interval '7 days'`;

/** Whether another admin may approve. Checks only the few admins with a role. */
const hasOtherApprover = (self: number, permission: Permission): SQL => sql`exists (
  select
  from staff one
  join accounts a on a.id = one.id
  where a.role = 'admin' and a.id <> ${self} and ${isEstablished(sql`a`)}
    and (${hasPermission(sql`a`, permission)} or ${hasNewRole(sql`a`)})
    and (a.closed_at is null or a.closed_at > now() - ${APPROVER_WAITING_PERIOD}))`;

/** Whether an admin's account was added by the operator's command, or an admin at least a week ago. */
function isEstablished(account: SQL): SQL {
  return sql`(${account}.created_at < now() - ${APPROVER_WAITING_PERIOD} or not exists (
    select
    from audit
    where action = 'admin.created' and subject_id = ${account}.id::text and actor like 'admin:%'))`;
}

function hasPermission(account: SQL, permission: Permission): SQL {
  return sql`exists (select from staff s join staff_roles r on r.id = s.role_id
    where s.id = ${account}.id and (r.built_in = 'owner' or ${permission} = any (r.permissions)))`;
}

/** Whether another admin gave them their role within the week, or changed its permissions. */
function hasNewRole(account: SQL): SQL {
  return sql`exists (
    select
    from staff s
    where s.id = ${account}.id and (
      (s.granted_by is not null
        and s.granted_at > ${account}.created_at and s.granted_at > now() - ${APPROVER_WAITING_PERIOD})
      or exists (
        select
        from audit
        where action = 'role.changed' and subject_id = s.role_id::text
          and actor like 'admin:%' and at > now() - ${APPROVER_WAITING_PERIOD})))`;
}

/** Whether an admin may approve requests; one whom an admin recently added or gave a role may not yet. */
export async function canApprove(ctx: Ctx, adminId: number): Promise<boolean> {
  const rows = await ctx.db.execute(
    sql`
      select
      from accounts a
      where a.id = ${adminId} and ${isEstablished(sql`a`)} and not ${hasNewRole(sql`a`)}`,
  );
  return rows.length > 0;
}
