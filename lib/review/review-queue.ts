import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { REVIEW_KINDS } from "#db/schema/review";
import { REQUEST_LIFETIME } from "#lib/audit/approval-request";
import { formatPlanDetails } from "#lib/catalogue/plan-label";
import { type Ctx, hasPermission, requireAdmin } from "#lib/core/context";
import type { Permission } from "#lib/core/permission";
import { isRefunded } from "#lib/core/purchase-state";
import { instant, int, joined, minor, readRow, readRows, textOf } from "#lib/core/read-rows";
import { formatNetworkName } from "#lib/core/text/display-name";
import { formatPhone } from "#lib/core/text/phone";
import { selectDecisionDeadline } from "#lib/purchase/read/decision-deadline";

export type ReviewKind = (typeof REVIEW_KINDS)[number];

export type ReviewItem = z.output<typeof ReviewItem>;

const ReviewItem = z.object({
  kind: textOf<ReviewKind>(),
  /** The ident of its purchase, or its id. */
  item: z.string(),
  due: instant,
  overdue: z.boolean(),
  reseller: z.string().nullable(),
  /** Grouped for reading; null without a purchase. */
  phone: z.string().transform(formatPhone).nullable(),
  plan: joined({
    typeName: z.string(),
    size: z.string(),
    volume: z.string(),
    validity: z.string(),
  }).transform((plan) => plan && formatPlanDetails(plan)),
  networkName: z.string().transform(formatNetworkName).nullable(),
  amount: minor.nullable(),
  assignee: joined({ id: int, name: z.string(), own: z.boolean() }),
});
const ItemRow = ReviewItem.extend({ count: int, overdueCount: int });

export interface ReviewQueue {
  /** The earliest due first, at most `MAX_ITEMS`. */
  items: ReviewItem[];
  count: number;
  overdue: number;
}

/** The most items that one reading of the queue returns. */
const MAX_ITEMS = 500;

/** The permission to decide each kind; a request to change settings needs `staff`. */
const KIND_PERMISSIONS: Record<ReviewKind, Permission> = {
  unconfirmed: "money",
  issue: "answer",
  approval: "money",
  transfer: "money",
  upgrade: "resellers",
};

/** Filters as text in an address. Invalid values are ignored. */
const QueueFilter = z.object({
  kind: z.enum(REVIEW_KINDS).optional().catch(undefined),
  /** Items of the acting admin, or of none. */
  assigned: z.enum(["self", "none"]).optional().catch(undefined),
});
export type QueueFilter = z.output<typeof QueueFilter>;

export const parseQueueFilter = (query: object): QueueFilter => QueueFilter.parse(query);

/** Returns the kinds that the acting admin may decide; all of them for one who only reads. */
export function listDecidableKinds(ctx: Ctx): ReviewKind[] {
  const kinds = Object.keys(KIND_PERMISSIONS) as ReviewKind[];
  const decidable = kinds.filter((kind) => hasPermission(ctx, KIND_PERMISSIONS[kind]));
  return decidable.length > 0 ? decidable : kinds;
}

/**
 * Reads the items for the acting admin, the earliest due first: unconfirmed purchases, delivery issues, other
 * admins’ approval requests, bank transfers and requests for a level. An item that waits for approval is in
 * the queue as its request. Admins only.
 */
export async function readReviewQueue(ctx: Ctx, query: object = {}): Promise<ReviewQueue> {
  const self = getAdminId(ctx);
  const { kind, assigned } = parseQueueFilter(query);
  const rows = await readRows(ctx.db, ItemRow)`
    select
      q.kind, q.item, q.due, q.due < now() as overdue, q.reseller, q.phone, q.network_name, q.amount,
      q.type_name as "plan.type_name", q.size as "plan.size", q.volume as "plan.volume",
      q.validity as "plan.validity", a.admin_id as "assignee.id", m.name as "assignee.name",
      a.admin_id = ${self} as "assignee.own",
      count(*) over () as count, count(*) filter (where q.due < now()) over () as overdue_count
    from (${selectItems(ctx, kind)}) q
    left join review_assignments a on a.kind = q.kind and a.item = q.item
    left join accounts m on m.id = a.admin_id
    where ${assignmentCondition(assigned, self)}
    order by q.due, q.kind, q.item
    limit ${MAX_ITEMS}`;
  return {
    items: rows.map(({ count, overdueCount, ...item }) => item),
    count: rows[0]?.count ?? 0,
    overdue: rows[0]?.overdueCount ?? 0,
  };
}

/** Counts the items for the acting admin, those of other admins included. Admins only. */
export async function countReviewItems(ctx: Ctx): Promise<number> {
  const { count } = await readRow(ctx.db, z.object({ count: int }))`
    select count(*) as count from (${selectItems(ctx)}) q`;
  return count;
}

function getAdminId(ctx: Ctx): number {
  const admin = requireAdmin(ctx);
  return admin.kind === "admin" ? admin.id : 0;
}

function selectItems(ctx: Ctx, kind?: ReviewKind): SQL {
  const kinds = kind ? [kind] : listDecidableKinds(ctx);
  const reader = { self: getAdminId(ctx), approvesSettings: hasPermission(ctx, "staff") };
  const parts = kinds.map((each) => sql`(${KIND_QUERIES[each](reader)})`);
  return sql.join(parts, sql` union all `);
}

function assignmentCondition(assigned: QueueFilter["assigned"], self: number): SQL {
  if (assigned === "self") return sql`a.admin_id = ${self}`;
  return assigned === "none" ? sql`a.admin_id is null` : sql`true`;
}

const PURCHASE_COLUMNS = sql`
  p.phone, p.network_name, p.type_name, p.size, p.volume, p.validity, p.price as amount`;

const SENT_AT = sql`coalesce(
  (select t.claimed_at from attempts t where t.purchase_id = p.id order by t.id desc limit 1), p.placed_at)`;

/** The condition that a request to settle or reverse a purchase `p` waits for another admin. */
export const HAS_REQUEST = sql`exists (
  select from approval_requests d where d.purchase_id = p.id and d.ended_at is null)`;

interface QueueReader {
  self: number;
  approvesSettings: boolean;
}

const KIND_QUERIES: Record<ReviewKind, (reader: QueueReader) => SQL> = {
  unconfirmed: () => sql`
    select
      'unconfirmed' as kind, p.ident as item, ${selectDecisionDeadline(SENT_AT)} as due, r.name as reseller,
      ${PURCHASE_COLUMNS}
    from purchases p
    join accounts r on r.id = p.reseller_id
    where p.state = 'unconfirmed' and not ${HAS_REQUEST}`,
  issue: () => sql`
    select 'issue' as kind, p.ident as item, i.answer_by as due, r.name as reseller, ${PURCHASE_COLUMNS}
    from delivery_issues i join purchases p on p.id = i.purchase_id join accounts r on r.id = p.reseller_id
    where i.state = 'admin' and not ${isRefunded(sql`p.state`)} and not ${HAS_REQUEST}`,
  // A request is due when it expires, or earlier when its purchase or delivery issue is.
  approval: ({ self, approvesSettings }) => sql`
    select 'approval' as kind, d.id::text as item,
      least(d.requested_at + ${REQUEST_LIFETIME}, i.answer_by,
        case when p.state = 'unconfirmed' then ${selectDecisionDeadline(SENT_AT)} end) as due,
      r.name as reseller, p.phone, p.network_name, p.type_name, p.size, p.volume, p.validity,
      case when d.kind <> 'settings' then coalesce(d.amount, p.price) end as amount
    from approval_requests d left join purchases p on p.id = d.purchase_id
    left join delivery_issues i on i.purchase_id = p.id and i.state = 'admin'
    left join accounts r on r.id = coalesce(d.reseller_id, p.reseller_id)
    where d.ended_at is null and d.requested_by <> ${self} and (d.kind <> 'settings' or ${approvesSettings})`,
  // A transfer has no promised time: it is due a day after the reseller reported it.
  transfer: () => sql`
    select
      'transfer' as kind, f.id::text as item, f.requested_at + interval '1 day' as due, r.name as reseller,
      null as phone, null as network_name, null as type_name, null as size, null as volume,
      null as validity, f.amount
    from funding_requests f
    join accounts r on r.id = f.reseller_id
    where f.state = 'pending' and not exists (
      select
      from approval_requests d
      where d.kind = 'funding' and d.about = f.id::text and d.ended_at is null)`,
  // A level upgrade has no promised time: it is due three days after the request.
  upgrade: () => sql`
    select
      'upgrade' as kind, u.id::text as item, u.requested_at + interval '3 days' as due, r.name as reseller,
      null as phone, null as network_name, null as type_name, null as size, null as volume,
      null as validity, null::bigint as amount
    from level_upgrades u
    join accounts r on r.id = u.reseller_id
    where u.state = 'pending'`,
};
