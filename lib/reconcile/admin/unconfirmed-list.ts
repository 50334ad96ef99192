import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { chainFindings } from "#db/schema/reconcile";
import { needsApproval, secondAdmin } from "#lib/audit/second-admin-limits";
import { actorName, type Ctx, requireAdmin } from "#lib/core/context";
import { defineList, type Filter, type Slice } from "#lib/core/list";
import { decimalText } from "#lib/core/money";
import { type Page, where } from "#lib/core/page";
import { groupedPhone } from "#lib/core/phone";
import { SearchText } from "#lib/core/words";
import { decisionDeadline, isOverdue } from "#lib/purchase/read/decision-deadline";
import { filterConditions } from "#lib/purchase/read/filter";
import { FURTHEST_S } from "../marks.ts";
import type { LinkView, ProposalView, Suggestion, UnconfirmedView } from "../view.ts";

const filter = {
  /** An ident, a number, a ref, what the upstream calls it, or a reseller's e-mail. */
  q: SearchText,
  state: z.enum(["overdue", "proposed", "undecided"]),
};

/** The purchases that wait for a decision, oldest first, with evidence and one suggestion each. Admins only. */
export const unconfirmedList = defineList({
  allow: requireAdmin,
  filter,
  order: "oldest",
  pageSize: 50,
  read,
  file: {
    name: "unconfirmed",
    columns: {
      ident: ({ ident }) => ident,
      reseller: ({ reseller }) => reseller.name,
      network: ({ networkName }) => networkName,
      plan: ({ label }) => label,
      number: ({ phone }) => phone,
      price: ({ price }) => decimalText(price),
      cost: ({ cost }) => decimalText(cost),
      sent: ({ sentAt }) => sentAt,
      "given up": ({ answeredAt }) => answeredAt,
      "decide by": ({ decisionDeadline }) => decisionDeadline,
      overdue: ({ overdue }) => (overdue ? "yes" : "no"),
      note: ({ note }) => note,
      looks: ({ suggestion }) => suggestion.outcome,
      why: ({ suggestion }) => suggestion.words,
      proposed: ({ proposal }) => proposal?.outcome ?? null,
      "proposed by": ({ proposal }) => proposal?.by ?? null,
    },
  },
});

type Row = Record<
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
    | "proposal_id"
    | "outcome"
    | "reason"
    | "proposer"
    | "proposer_id"
    | "proposed_ms"
    | "discrepancy",
    string | null
  > & {
    http_status: number | null;
    before: Told | null;
    after: Told | null;
  };

/** An answer that told a balance, as JSON; money as text. */
interface Told {
  ident: string;
  at: number;
  before: string;
  after: string;
}

/** The nearest answer on one side of an attempt `a` that told a balance. */
const told = (side: SQL, order: SQL) => sql`(
  select jsonb_build_object('ident', q.ident, 'at', ${ms(sql`t.answered_at`)}, 'before', t.balance_before::text,
    'after', t.balance_after::text)
  from attempts t join purchases q on q.id = t.purchase_id
  where ${side} and t.balance_before is not null and t.balance_after is not null and t.discrepancy is null
  order by t.claimed_at ${order} limit 1)`;

const ms = (at: SQL) => sql`(extract(epoch from ${at}) * 1000)::float8`;

async function read(ctx: Ctx, narrowed: Filter<typeof filter>, slice: Slice): Promise<Page<UnconfirmedView>> {
  const rows = await ctx.db.execute<Row>(sql`
    select p.id, a.id as attempt_id, p.ident, p.reseller_id, r.name as reseller_name, p.network_name, p.type_name, p.size, p.volume,
      p.validity, p.phone, p.price, coalesce(a.cost, p.cost) as cost, a.note, a.raw, a.http_status, a.discrepancy,
      ${ms(sql`a.claimed_at`)} as claimed_ms,
      ${ms(sql`a.answered_at`)} as answered_ms, ${ms(sql`now()`)} as now_ms, d.id as proposal_id, d.outcome, d.reason,
      proposer.name as proposer, d.proposed_by as proposer_id, ${ms(sql`d.proposed_at`)} as proposed_ms,
      ${told(sql`t.claimed_at < a.claimed_at and t.answered_at <= a.claimed_at`, sql`desc`)} as before,
      ${told(sql`t.claimed_at > a.claimed_at`, sql`asc`)} as after
    from purchases p join accounts r on r.id = p.reseller_id
    join lateral (select * from attempts where purchase_id = p.id order by id desc limit 1) a on true
    left join decisions d on d.purchase_id = p.id and d.ended_at is null
    left join accounts proposer on proposer.id = d.proposed_by
    ${where([...conditions(narrowed), ...slice.conditions])} order by ${slice.orderBy} limit ${slice.limit}`);
  const limit = await secondAdmin(ctx);
  const [found] = await ctx.db.select().from(chainFindings);
  const view = (row: Row): UnconfirmedView => ({
    ...shown(row),
    around: { before: linkOf(row.before), after: linkOf(row.after) },
    suggestion: suggestionOf(row, found),
    needsSecondAdmin: needsApproval(limit, BigInt(row.price)),
    proposal: proposalOf(row, actorName(ctx.actor)),
  });
  return slice.page(rows, view);
}

/** Whether the balance moves in a way that nothing explains, so that nothing is settled by itself. Admins only. */
export async function isRuptured(ctx: Ctx): Promise<boolean> {
  requireAdmin(ctx);
  const [found] = await ctx.db.select({ ruptured: chainFindings.ruptured }).from(chainFindings);
  return found?.ruptured ?? false;
}

function conditions({ q, state }: Filter<typeof filter>): SQL[] {
  const found = filterConditions({ state: "unconfirmed", ...(q && { q }) }, true);
  if (state === "overdue") found.push(isOverdue(sql`a.claimed_at`));
  if (state === "proposed") found.push(sql`d.id is not null`);
  if (state === "undecided") found.push(sql`d.id is null`);
  return found;
}

function shown(row: Row): Omit<UnconfirmedView, "around" | "suggestion" | "needsSecondAdmin" | "proposal"> {
  const sentAt = new Date(Number(row.claimed_ms));
  const due = decisionDeadline(sentAt);
  return {
    ident: row.ident,
    reseller: { id: Number(row.reseller_id), name: row.reseller_name },
    label: `${row.size} ${row.volume} · ${row.type_name} · ${row.validity}`,
    networkName: row.network_name,
    phone: groupedPhone(row.phone),
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

/** What the last run of the chain found of a purchase. */
function suggestionOf(row: Row, found: typeof chainFindings.$inferSelect | undefined): Suggestion {
  if (row.discrepancy)
    return { outcome: null, words: `Its answer does not fit: ${row.discrepancy}. Ask the upstream.` };
  const suggestion = found?.suggestions[row.attempt_id];
  const age = Number(row.now_ms) - Number(row.claimed_ms);
  if (age > FURTHEST_S * 1000 && !suggestion?.outcome) return { outcome: null, words: TOO_OLD };
  return suggestion ?? { outcome: null, words: withoutVerdict(row, found?.asOf) };
}

const TOO_OLD = `Too old for the balances to say: they are compared for ${FURTHEST_S / 3600} hours. Ask the upstream what became of it, and decide.`;

/** The balances say nothing of it: not yet, or never. */
function withoutVerdict({ answered_ms }: Row, asOf: Date | undefined): string {
  if (answered_ms !== null && asOf && Number(answered_ms) <= asOf.getTime())
    return "Its own answer tells balances that contradict it. Ask the upstream.";
  return "Too early to say: the next answers will show the upstream's balance.";
}

function linkOf(told: Told | null): LinkView | null {
  if (!told) return null;
  const { ident, at, before, after } = told;
  return { ident, at: new Date(at), before: BigInt(before), after: BigInt(after) };
}

function proposalOf(row: Row, viewer: string): ProposalView | null {
  if (row.proposal_id === null) return null;
  return {
    id: Number(row.proposal_id),
    outcome: row.outcome as ProposalView["outcome"],
    reason: row.reason ?? "",
    by: row.proposer ?? "",
    own: `admin:${row.proposer_id}` === viewer,
    at: new Date(Number(row.proposed_ms)),
  };
}
