import { eq, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { chainFindings } from "#db/schema/reconcile";
import { getApprovalLimit, needsApproval } from "#lib/audit/approval-limits";
import { formatPlanDetails } from "#lib/catalogue/plan-label";
import { type Ctx, formatActor, requireAdmin } from "#lib/core/context";
import { defineList, type ListFilter, type ListSlice } from "#lib/core/list/list";
import { buildWhere, type Page } from "#lib/core/list/page";
import { formatDecimal } from "#lib/core/money/money";
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

type UnconfirmedRow = Record<
  | "id"
  | "attempt_id"
  | "ident"
  | "reseller_id"
  | "reseller_name"
  | "network_name"
  | "type_name"
  | "size"
  | "volume"
  | "validity"
  | "phone"
  | "price"
  | "cost"
  | "claimed_ms"
  | "now_ms",
  string
> &
  Record<
    | "answered_ms"
    | "note"
    | "raw"
    | "approval_request_id"
    | "outcome"
    | "reason"
    | "proposer"
    | "proposer_id"
    | "proposed_ms"
    | "discrepancy"
    | "sold_by"
    | "proposed_supplier",
    string | null
  > & {
    http_status: number | null;
    supplier_id: number | null;
    before: BalanceReading | null;
    after: BalanceReading | null;
  };

/** A response with a balance, as JSON; money as text. */
interface BalanceReading {
  ident: string;
  at: number;
  before: string;
  after: string;
}

/** Selects the nearest response with a balance on one side of an attempt `a`. */
const selectBalanceReading = (side: SQL, order: SQL) => sql`(
  select jsonb_build_object(
    'ident', q.ident, 'at', ${ms(sql`t.answered_at`)},
    'before', t.balance_before::text, 'after', t.balance_after::text)
  from attempts t
  join purchases q on q.id = t.purchase_id
  where ${side} and t.supplier_id = a.supplier_id
    and t.balance_before is not null and t.balance_after is not null and t.discrepancy is null
  order by t.claimed_at ${order}
  limit 1)`;

const ms = (at: SQL) => sql`(extract(epoch from ${at}) * 1000)::float8`;

async function readUnconfirmed(
  ctx: Ctx,
  narrowed: ListFilter<typeof filter>,
  slice: ListSlice,
): Promise<Page<UnconfirmedView>> {
  const isBefore = sql`t.claimed_at < a.claimed_at and t.answered_at <= a.claimed_at`;
  const rows = await ctx.db.execute<UnconfirmedRow>(sql`
    select
      p.id, a.id as attempt_id, a.supplier_id, p.ident, p.reseller_id, r.name as reseller_name,
      p.network_name, p.type_name, p.size, p.volume, p.validity, p.phone, p.price,
      a.cost, a.note, a.raw, a.http_status, a.discrepancy,
      (
        select string_agg(s.name, ' and ' order by s.id)
        from reported_sales sold
        join suppliers s on s.id = sold.supplier_id
        where sold.ident = p.ident
      ) as sold_by,
      ${ms(sql`a.claimed_at`)} as claimed_ms,
      ${ms(sql`a.answered_at`)} as answered_ms,
      ${ms(sql`now()`)} as now_ms,
      d.id as approval_request_id, d.outcome, d.reason, d.input ->> 'supplier' as proposed_supplier,
      proposer.name as proposer, d.requested_by as proposer_id, ${ms(sql`d.requested_at`)} as proposed_ms,
      ${selectBalanceReading(isBefore, sql`desc`)} as before,
      ${selectBalanceReading(sql`t.claimed_at > a.claimed_at`, sql`asc`)} as after
    from purchases p
    join accounts r on r.id = p.reseller_id
    join lateral (select * from attempts where purchase_id = p.id order by id desc limit 1) a on true
    left join approval_requests d on d.purchase_id = p.id and d.ended_at is null
    left join accounts proposer on proposer.id = d.requested_by
    ${buildWhere([...createConditions(narrowed), ...slice.conditions])}
    order by ${slice.orderBy}
    limit ${slice.limit}`);
  const [limit, names] = await Promise.all([getApprovalLimit(ctx), getSupplierNames(ctx)]);
  const findings = new Map((await ctx.db.select().from(chainFindings)).map((each) => [each.id, each]));
  const view = (row: UnconfirmedRow): UnconfirmedView => ({
    ...toUnconfirmedView(row),
    ...toSupplierView(row, names),
    around: { before: toLinkView(row.before), after: toLinkView(row.after) },
    suggestion: getSuggestion(row, findings.get(row.supplier_id ?? 0)),
    needsSecondAdmin: needsApproval(limit, BigInt(row.price)),
    approvalRequest: toApprovalRequestView(row, formatActor(ctx.actor), names),
  });
  return slice.page(rows, view);
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

function toUnconfirmedView(
  row: UnconfirmedRow,
): Omit<
  UnconfirmedView,
  "around" | "suggestion" | "needsSecondAdmin" | "approvalRequest" | "supplier" | "isSupplierUnknown"
> {
  const sentAt = new Date(Number(row.claimed_ms));
  const due = getDecisionDeadline(sentAt);
  return {
    ident: row.ident,
    reseller: { id: Number(row.reseller_id), name: row.reseller_name },
    label: formatPlanDetails({ ...row, typeName: row.type_name }),
    networkName: formatNetworkName(row.network_name),
    phone: formatPhone(row.phone),
    price: BigInt(row.price),
    cost: BigInt(row.cost),
    sentAt,
    answeredAt: row.answered_ms === null ? null : new Date(Number(row.answered_ms)),
    decisionDeadline: due,
    overdue: due.getTime() < Number(row.now_ms),
    note: row.note,
    httpStatus: row.http_status,
    raw: row.raw,
  };
}

function toSupplierView({ supplier_id }: UnconfirmedRow, names: ReadonlyMap<number, string>) {
  const isSupplierUnknown = supplier_id === null && names.size > 1;
  return { supplier: formatSupplier(names, supplier_id), isSupplierUnknown };
}

function getSuggestion(
  row: UnconfirmedRow,
  findings: typeof chainFindings.$inferSelect | undefined,
): Suggestion {
  if (row.sold_by)
    return {
      outcome: "successful",
      words: `Sold: it is in the list of sales of ${row.sold_by}, read in after the restore.`,
    };
  if (row.discrepancy)
    return {
      outcome: null,
      words: `The supplier’s response doesn’t match: ${row.discrepancy}. Ask the supplier.`,
    };
  const suggestion = findings?.suggestions[row.attempt_id];
  const age = Number(row.now_ms) - Number(row.claimed_ms);
  if (age > MAX_LOOKBACK_S * 1000 && !suggestion?.outcome) return { outcome: null, words: TOO_OLD_MESSAGE };
  return suggestion ?? { outcome: null, words: explainMissingVerdict(row, findings?.asOf) };
}

const TOO_OLD_MESSAGE = `Too old to prove from balances: they are compared for ${MAX_LOOKBACK_S / 3600} hours. Ask the supplier for the result, then resolve it.`;

/** The balances say nothing of it: not yet, or never. */
function explainMissingVerdict({ answered_ms, after }: UnconfirmedRow, asOf: Date | undefined): string {
  if (answered_ms !== null && asOf && Number(answered_ms) <= asOf.getTime())
    return "The balances in its response contradict it. Ask the supplier.";
  return after
    ? "Too early to say: the balances around it are still being compared."
    : "Too early to say: the next responses will show the supplier’s balance.";
}

function toLinkView(reading: BalanceReading | null): LinkView | null {
  if (!reading) return null;
  const { ident, at, before, after } = reading;
  return { ident, at: new Date(at), before: BigInt(before), after: BigInt(after) };
}

function toApprovalRequestView(
  row: UnconfirmedRow,
  viewer: string,
  names: ReadonlyMap<number, string>,
): ApprovalRequestView | null {
  if (row.approval_request_id === null) return null;
  return {
    id: Number(row.approval_request_id),
    outcome: row.outcome as ApprovalRequestView["outcome"],
    reason: row.reason ?? "",
    by: row.proposer ?? "",
    supplier: names.get(Number(row.proposed_supplier)) ?? null,
    own: `admin:${row.proposer_id}` === viewer,
    at: new Date(Number(row.proposed_ms)),
  };
}
