import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { formatPlanLabel } from "#lib/catalogue/plan-label";
import { type Ctx, requireAdmin } from "#lib/core/context";
import { isRefunded } from "#lib/core/purchase-state";
import { instant, int, joined, minor, readRows, textOf } from "#lib/core/read-rows";
import { formatPhone } from "#lib/core/text/phone";
import { HAS_REQUEST, type ReviewKind } from "./review-queue.ts";

/** The present result of an item: `open` still waits, `requested` waits for another admin. */
export type ReviewResult = z.output<typeof Result> & { kind: ReviewKind; item: string };

const Result = z.object({
  result: textOf<
    | "open"
    | "requested"
    | "delivered"
    | "refunded"
    | "asking"
    | "customer"
    | "confirmed"
    | "approved"
    | "rejected"
  >(),
  reseller: joined({ id: int, name: z.string() }),
  phone: z.string().transform(formatPhone).nullable(),
  plan: joined({
    networkName: z.string(),
    typeName: z.string(),
    size: z.string(),
    volume: z.string(),
    validity: z.string(),
  }).transform((plan) => plan && formatPlanLabel(plan)),
  amount: minor.nullable(),
  /** The time that the last reply promised; null without one. */
  answerBy: instant.nullable(),
});

/**
 * Reads the result of an item as the database has it now, from any admin’s decision. Admins only.
 * @param key its kind and item: "issue.DT12"
 * @returns undefined where there is no such item
 */
export async function readReviewResult(ctx: Ctx, key: string): Promise<ReviewResult | undefined> {
  requireAdmin(ctx);
  const [, kind, item] = /^(unconfirmed|issue|approval|transfer|upgrade)\.([A-Z0-9]{1,40})$/.exec(key) ?? [];
  if (kind === undefined || item === undefined) return undefined;
  const isPurchase = kind === "unconfirmed" || kind === "issue";
  if (!isPurchase && !/^\d{1,15}$/.test(item)) return undefined;
  const [result] = await readRows(ctx.db, Result)`
    select
      q.result, q.reseller_id as "reseller.id", q.reseller as "reseller.name", q.phone, q.amount, q.answer_by,
      q.network_name as "plan.network_name", q.type_name as "plan.type_name", q.size as "plan.size",
      q.volume as "plan.volume", q.validity as "plan.validity"
    from (${QUERIES[kind as ReviewKind](item)}) q`;
  return result && { kind: kind as ReviewKind, item, ...result };
}

const PURCHASE_COLUMNS = sql`r.id as reseller_id, r.name as reseller,
  p.phone, p.network_name, p.type_name, p.size, p.volume, p.validity, p.price as amount`;

const QUERIES: Record<ReviewKind, (item: string) => SQL> = {
  unconfirmed: (ident) => sql`
    select ${PURCHASE_COLUMNS}, null::timestamptz as answer_by, case when ${HAS_REQUEST} then 'requested'
      when p.state = 'successful' then 'delivered' when ${isRefunded(sql`p.state`)} then 'refunded'
      else 'open' end as result
    from purchases p join accounts r on r.id = p.reseller_id where p.ident = ${ident}`,
  issue: (ident) => sql`
    select
      ${PURCHASE_COLUMNS}, i.answer_by,
      case
        when ${HAS_REQUEST} then 'requested'
        when ${isRefunded(sql`p.state`)} then 'refunded'
        when i.state = 'closed' then 'confirmed'
        when i.state = 'customer' then 'customer'
        when last.kind = 'asking' then 'asking'
        else 'open'
      end as result
    from delivery_issues i
    join purchases p on p.id = i.purchase_id
    join accounts r on r.id = p.reseller_id
    left join lateral (
      select kind from delivery_issue_messages where delivery_issue_id = i.id order by id desc limit 1
    ) last on true
    where p.ident = ${ident}`,
  approval: (id) => sql`
    select
      r.id as reseller_id, r.name as reseller,
      p.phone, p.network_name, p.type_name, p.size, p.volume, p.validity,
      case when d.kind <> 'settings' then coalesce(d.amount, p.price) end as amount,
      null::timestamptz as answer_by,
      case when d.ended_at is null then 'open' when d.confirmed then 'approved' else 'rejected' end as result
    from approval_requests d
    left join purchases p on p.id = d.purchase_id
    left join accounts r on r.id = coalesce(d.reseller_id, p.reseller_id)
    where d.id = ${id}`,
  transfer: (id) => sql`
    select
      r.id as reseller_id, r.name as reseller,
      null as phone, null as network_name, null as type_name, null as size,
      null as volume, null as validity, f.amount, null::timestamptz as answer_by,
      case f.state
        when 'approved' then 'approved'
        when 'rejected' then 'rejected'
        else case
          when exists (
            select
            from approval_requests d
            where d.kind = 'funding' and d.about = f.id::text and d.ended_at is null) then 'requested'
          else 'open'
        end
      end as result
    from funding_requests f
    join accounts r on r.id = f.reseller_id
    where f.id = ${id}`,
  upgrade: (id) => sql`
    select
      r.id as reseller_id, r.name as reseller,
      null as phone, null as network_name, null as type_name, null as size,
      null as volume, null as validity, null as amount, null::timestamptz as answer_by,
      case u.state when 'approved' then 'approved' when 'rejected' then 'rejected' else 'open' end as result
    from level_upgrades u
    join accounts r on r.id = u.reseller_id
    where u.id = ${id}`,
};
