import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { type AuditActor, recordAuditRows } from "#lib/audit/record-audit";
import { readSettings } from "#lib/audit/settings/read-settings";
import type { Ctx } from "#lib/core/context";
import type { PortalEvent } from "#lib/core/event";
import { int, readRows, textOf } from "#lib/core/read-rows";
import { listIds } from "#lib/event/choose-events";
import { referralSettings } from "./referral-settings.ts";

/** Records the referrers of approved applicants who came by a link, where that counts. */
export async function recordReferralsOfSignUps(ctx: Ctx, events: readonly PortalEvent[]): Promise<void> {
  const signUps = await readRows(
    ctx.db,
    z.object({ referrer: int, referred: int, decidedBy: z.string(), decidedAt: z.string() }),
  )`
    select c.reseller_id as referrer, s.reseller_id as referred, s.decided_by, s.decided_at
    from events e
    join sign_ups s on s.id = e.subject::bigint
    join referral_codes c on c.code = upper(s.referral_code)
    where e.id = any (${listIds(events)})
    order by e.id`;
  for (const { referrer, referred, decidedBy, decidedAt } of signUps)
    await recordReferral(ctx, {
      ...{ referrerId: referrer, referredId: referred },
      ...{ since: sql`${decidedAt}::timestamptz`, by: { actor: sql`${decidedBy}` } },
    });
}

/** The reason not to count a referral. */
export type UncountedReason = "off" | "referred" | "same" | "agent" | "closed" | "phone" | "limit";

interface NewReferral {
  referrerId: number;
  referredId: number;
  /** From when on it earns. */
  since: SQL;
  by: AuditActor;
}

/**
 * Records the referrer of a reseller under the current settings, in the caller's transaction.
 * @returns the referral, or why it doesn't count
 */
export async function recordReferral(
  ctx: Ctx,
  { referrerId, referredId, since, by }: NewReferral,
): Promise<{ id: number } | { reason: UncountedReason }> {
  // Serialises the counts of one referrer.
  await ctx.db.execute(sql`select from referral_codes where reseller_id = ${referrerId} for no key update`);
  const { kind, reward, minimum, share, cap, months, holdDays, maxReferrals } = await readSettings(
    ctx,
    referralSettings,
  );
  if (kind === "off") return { reason: "off" };
  const [row] = await readRows(ctx.db, z.object({ reason: textOf<UncountedReason>().nullable() }))`
    select case
      when exists (select from referrals where referred_id = ${referredId}) then 'referred'
      when ${referrerId}::bigint = ${referredId}::bigint then 'same'
      when exists (
        select
        from agents a
        left join sign_ups s on s.id = a.sign_up_id
        where (a.parent_id, coalesce(a.agent_id, s.reseller_id)) in (
          (${referrerId}, ${referredId}), (${referredId}, ${referrerId}))
      ) then 'agent'
      when not exists (select from resellers where id = ${referrerId} and state <> 'closed') then 'closed'
      when exists (
        select
        from sign_ups a
        join sign_ups b on b.phone = a.phone
        where a.reseller_id = ${referrerId} and b.reseller_id = ${referredId}
      ) then 'phone'
      when (
        select count(*)
        from referrals
        where referrer_id = ${referrerId} and created_at > now() - interval '30 days'
      ) >= ${maxReferrals} then 'limit'
    end as reason`;
  if (row?.reason) return { reason: row.reason };
  const [made] = await readRows(ctx.db, z.object({ id: int }))`
    with made as (
      insert into referrals (
        referrer_id, referred_id, kind, reward, minimum, share, cap, months, hold_days, created_at
      )
      values (
        ${referrerId}, ${referredId}, ${kind}, ${reward}, ${minimum}, ${share}, ${cap}, ${months}, ${holdDays}, ${since}
      )
      on conflict do nothing
      returning *
    ),
    recorded as (${recordAuditRows(by, {
      action: "referral.made",
      subject: "referral",
      subjectId: sql`made.id::text`,
      resellerId: sql`made.referrer_id`,
      after: sql`jsonb_build_object('referred', made.referred_id, 'kind', made.kind)`,
      from: sql`made`,
    })})
    select id from made`;
  return made ? { id: made.id } : { reason: "referred" };
}
