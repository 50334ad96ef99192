import { eq, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { chainFindings } from "#db/schema/reconcile";
import { getApprovalLimit, needsApproval } from "#lib/audit/approval-limits";
import { formatPlanDetails } from "#lib/catalogue/plan-label";
import { type Ctx, formatActor, requireAdmin } from "#lib/core/context";
import { defineList, type ListFilter, type ListSlice } from "#lib/core/list/list";
import { buildWhere, type Page } from "#lib/core/list/page";
import { formatDecimal } from "#lib/core/money/money";
import { instant, int, joined, minor, readRows, textOf } from "#lib/core/read-rows";
import { formatNetworkName } from "#lib/core/text/display-name";
import { formatPhone } from "#lib/core/text/phone";
import { SearchText } from "#lib/core/text/single-line-text";
import { getDecisionDeadline, isDecisionOverdue } from "#lib/purchase/read/decision-deadline";
import { buildPurchaseConditions } from "#lib/purchase/read/purchase-filter";
import { MAX_LOOKBACK_S } from "#lib/reconcile/chain-checkpoints";
import type {
  ApprovalRequestView,
  LinkView,
  Suggestion,
  UnconfirmedView,
} from "#lib/reconcile/unconfirmed-view";
import { formatSupplier, getSupplierNames } from "#lib/supplier/list-suppliers";

const filter = {
  /** An ident, a phone number, a ref, the upstream's id, or a reseller's email. */
  q: SearchText,
  state: z.enum(["overdue", "proposed", "undecided"]),
};

/** The purchases that wait for a decision, oldest first, with evidence and a suggestion each. Admins only. */
export const unconfirmedList = defineList({
  allow: requireAdmin,
  filter,
  order: "oldest",
  pageSize: 50,
  read: readUnconfirmed,
  file: {
    name: "unconfirmed",
    columns: {
      reference: ({ ident }) => ident,
      reseller: ({ reseller }) => reseller.name,
      network: ({ networkName }) => networkName,
      plan: ({ label }) => label,
      number: ({ phone }) => phone,
      price: ({ price }) => formatDecimal(price),
      cost: ({ cost }) => formatDecimal(cost),
      sent: ({ sentAt }) => sentAt,
      "attempt ended": ({ answeredAt }) => answeredAt,
      "decision due": ({ decisionDeadline }) => decisionDeadline,
      overdue: ({ overdue }) => (overdue ? "yes" : "no"),
      supplier: ({ supplier }) => supplier,
      note: ({ note }) => note,
      "suggested outcome": ({ suggestion }) => suggestion.outcome,
      reason: ({ suggestion }) => suggestion.words,
      "requested outcome": ({ approvalRequest }) => approvalRequest?.outcome ?? null,
      "requested by": ({ approvalRequest }) => approvalRequest?.by ?? null,
    },
  },
});

type UnconfirmedRow = z.output<typeof UnconfirmedRow>;

const Link: z.ZodType<LinkView | null> = z
  .object({ ident: z.string(), at: instant, before: minor, after: minor })
  .nullable();

const UnconfirmedRow = z.object({
  id: int,
  ident: z.string(),
  reseller: z.object({ id: int, name: z.string() }),
  networkName: z.string().transform(formatNetworkName),
  plan: z.object({ typeName: z.string(), size: z.string(), volume: z.string(), validity: z.string() }),
  phone: z.string().transform(formatPhone),
  price: minor,
  cost: minor,
  sentAt: instant,
  answeredAt: instant.nullable(),
  note: z.string().nullable(),
  httpStatus: int.nullable(),
  raw: z.string().nullable(),
  around: z.object({ before: Link, after: Link }),
  facts: z.object({
    attemptId: int,
    supplierId: int.nullable(),
    discrepancy: z.string().nullable(),
    soldBy: z.string().nullable(),
    now: instant,
  }),
  request: joined({
    id: int,
    outcome: textOf<ApprovalRequestView["outcome"]>(),
    reason: z.string(),
    supplier: z.string().nullable(),
    byId: int,
    by: z.string(),
    at: instant,
  }),
});

/** Selects the nearest response with a balance on one side of an attempt `a`. */
const selectBalanceReading = (side: SQL, order: SQL) => sql`(
  select jsonb_build_object(
    'ident', q.ident, 'at', t.answered_at,
    'before', t.balance_before::text, 'after', t.balance_after::text)
  from attempts t
  join purchases q on q.id = t.purchase_id
  where ${side} and t.supplier_id = a.supplier_id
    and t.balance_before is not null and t.balance_after is not null and t.discrepancy is null
  order by t.claimed_at ${order}
  limit 1)`;

async function readUnconfirmed(
  ctx: Ctx,
  narrowed: ListFilter<typeof filter>,
  slice: ListSlice,
): Promise<Page<UnconfirmedView>> {
  const isBefore = sql`t.claimed_at < a.claimed_at and t.answered_at <= a.claimed_at`;
  const rows = await readRows(ctx.db, UnconfirmedRow)`
    select
      p.id, p.ident, p.reseller_id as "reseller.id", r.name as "reseller.name", p.network_name,
      p.type_name as "plan.type_name", p.size as "plan.size", p.volume as "plan.volume",
      p.validity as "plan.validity", p.phone, p.price, a.cost, a.claimed_at as sent_at, a.answered_at,
      a.note, a.http_status, a.raw, a.id as "facts.attempt_id", a.supplier_id as "facts.supplier_id",
      a.discrepancy as "facts.discrepancy", now() as "facts.now",
      ${selectBalanceReading(isBefore, sql`desc`)} as "around.before",
      ${selectBalanceReading(sql`t.claimed_at > a.claimed_at`, sql`asc`)} as "around.after",
      (
        select string_agg(s.name, ' and ' order by s.id)
        from reported_sales sold
        join suppliers s on s.id = sold.supplier_id
        where sold.ident = p.ident
      ) as "facts.sold_by",
      d.id as "request.id", d.outcome as "request.outcome", d.reason as "request.reason",
      d.input ->> 'supplier' as "request.supplier", d.requested_by as "request.by_id",
      proposer.name as "request.by", d.requested_at as "request.at"
    from purchases p
    join accounts r on r.id = p.reseller_id
    join lateral (select * from attempts where purchase_id = p.id order by id desc limit 1) a on true
    left join approval_requests d on d.purchase_id = p.id and d.ended_at is null
    left join accounts proposer on proposer.id = d.requested_by
    ${buildWhere([...createConditions(narrowed), ...slice.conditions])}
    order by ${slice.orderBy}
    limit ${slice.limit}`;
  const [limit, names] = await Promise.all([getApprovalLimit(ctx), getSupplierNames(ctx)]);
  const findings = new Map((await ctx.db.select().from(chainFindings)).map((each) => [each.id, each]));
  const viewer = formatActor(ctx.actor);
  return slice.page(rows, (row) => {
    const { request, plan, facts, ...view } = row;
    const decisionDeadline = getDecisionDeadline(view.sentAt);
    return {
      ...view,
      label: formatPlanDetails(plan),
      decisionDeadline,
      overdue: decisionDeadline < facts.now,
      supplier: formatSupplier(names, facts.supplierId),
      isSupplierUnknown: facts.supplierId === null && names.size > 1,
      suggestion: getSuggestion(row, findings.get(facts.supplierId ?? 0)),
      needsSecondAdmin: needsApproval(limit, view.price),
      approvalRequest: request && {
        ...request,
        supplier: names.get(Number(request.supplier)) ?? null,
        own: `admin:${request.byId}` === viewer,
      },
    };
  });
}

/** Whether a gap in the balance is open, so that nothing is settled automatically. Admins only. */
export async function hasOpenGap(ctx: Ctx): Promise<boolean> {
  requireAdmin(ctx);
  return (await ctx.db.$count(chainFindings, eq(chainFindings.ruptured, true))) > 0;
}

function createConditions({ q, state }: ListFilter<typeof filter>): SQL[] {
  const conditions = buildPurchaseConditions({ state: "unconfirmed", ...(q && { q }) }, "admin");
  if (state === "overdue") conditions.push(isDecisionOverdue(sql`a.claimed_at`));
  if (state === "proposed") conditions.push(sql`d.id is not null`);
  if (state === "undecided") conditions.push(sql`d.id is null`);
  return conditions;
}

function getSuggestion(
  row: UnconfirmedRow,
  findings: typeof chainFindings.$inferSelect | undefined,
): Suggestion {
  const { facts } = row;
  if (facts.soldBy)
    return {
      outcome: "successful",
      words: `Sold: it is in the list of sales of ${facts.soldBy}, read in after the restore.`,
    };
  if (facts.discrepancy)
    return {
      outcome: null,
      words: `The supplier’s response doesn’t match: ${facts.discrepancy}. Ask the supplier.`,
    };
  const suggestion = findings?.suggestions[facts.attemptId];
  const age = facts.now.getTime() - row.sentAt.getTime();
  if (age > MAX_LOOKBACK_S * 1000 && !suggestion?.outcome) return { outcome: null, words: TOO_OLD_MESSAGE };
  return suggestion ?? { outcome: null, words: explainMissingVerdict(row, findings?.asOf) };
}

const TOO_OLD_MESSAGE = `Too old to prove from balances: they are compared for ${MAX_LOOKBACK_S / 3600} hours. Ask the supplier for the result, then resolve it.`;

/** The balances say nothing of it: not yet, or never. */
function explainMissingVerdict({ answeredAt, around }: UnconfirmedRow, asOf: Date | undefined): string {
  if (answeredAt && asOf && answeredAt <= asOf)
    return "The balances in its response contradict it. Ask the supplier.";
  return around.after
    ? "Too early to say: the balances around it are still being compared."
    : "Too early to say: the next responses will show the supplier’s balance.";
}
