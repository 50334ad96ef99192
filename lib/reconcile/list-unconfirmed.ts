import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { actorName, type Ctx, requireAdmin } from "#lib/core/context";
import { Cursor, type Page, pageConditions, pageOrder, toPage, where } from "#lib/core/page";
import { groupedPhone } from "#lib/core/phone";
import { Words } from "#lib/core/words";
import { decidedBy, isOverdue } from "#lib/purchase/decided-by";
import { filterConditions } from "#lib/purchase/filter";
import { chain } from "./chain.ts";
import type { Verdict } from "./evidence.ts";
import type { Answer } from "./read-answers.ts";
import { FURTHEST_S, readEvidence } from "./read-evidence.ts";
import { settings } from "./settings.ts";
import type { LinkView, ProposalView, Suggestion, UnconfirmedView } from "./view.ts";
import { words } from "./words.ts";

const PAGE_SIZE = 50;

/** The filters of the list, as they stand in an address; what makes no sense is left out. */
export const UnconfirmedFilter = z.object({
  /** An ident, a number, a ref, what the upstream calls it, or a reseller's e-mail. */
  q: Words.min(1).max(100).optional().catch(undefined),
  state: z.enum(["overdue", "proposed", "undecided"]).optional().catch(undefined),
});
export type UnconfirmedFilter = z.infer<typeof UnconfirmedFilter>;

export const ListUnconfirmedInput = UnconfirmedFilter.extend(Cursor.shape);
export type ListUnconfirmedInput = z.infer<typeof ListUnconfirmedInput>;

export interface UnconfirmedPage extends Page<UnconfirmedView> {
  /** The balance moves in a way that nothing explains, so nothing is settled by itself. */
  ruptured: boolean;
}

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
    | "proposed_ms",
    string | null
  > & {
    http_status: number | null;
  };

const ms = (at: SQL) => sql`(extract(epoch from ${at}) * 1000)::float8`;

/** A page of the purchases that wait for a decision, oldest first, with evidence and one suggestion each. Admins only. */
export async function listUnconfirmed(
  ctx: Ctx,
  input: ListUnconfirmedInput = {},
  size = PAGE_SIZE,
): Promise<UnconfirmedPage> {
  requireAdmin(ctx);
  const rows = await ctx.db.execute<Row>(sql`
    select p.id, a.id as attempt_id, p.ident, p.reseller_id, r.name as reseller_name, p.network_name, p.type_name, p.size, p.volume,
      p.validity, p.phone, p.price, coalesce(a.cost, p.cost) as cost, a.note, a.raw, a.http_status, ${ms(sql`a.claimed_at`)} as claimed_ms,
      ${ms(sql`a.answered_at`)} as answered_ms, ${ms(sql`now()`)} as now_ms, d.id as proposal_id, d.outcome, d.reason,
      proposer.name as proposer, d.proposed_by as proposer_id, ${ms(sql`d.proposed_at`)} as proposed_ms
    from purchases p join accounts r on r.id = p.reseller_id
    join lateral (select * from attempts where purchase_id = p.id order by id desc limit 1) a on true
    left join decisions d on d.purchase_id = p.id and d.ended_at is null
    left join accounts proposer on proposer.id = d.proposed_by
    ${where([...conditions(input), ...pageConditions(input, "oldest")])} ${pageOrder(input, size, "oldest")}`);
  if (rows.length === 0) return { rows: [], next: null, previous: null, ruptured: false };
  const inForce = await settings(ctx);
  const read = await readEvidence(ctx, inForce);
  const { verdicts, ruptures } = chain(read.evidence);
  const bySend = new Map(verdicts.map((verdict) => [verdict.send, verdict]));
  const byAttempt = new Map(read.answers.map((answer) => [answer.attemptId, answer]));
  const view = (row: Row): UnconfirmedView => ({
    ...shown(row),
    around: around(Number(row.claimed_ms), read.answers),
    suggestion: suggest(row, bySend.get(Number(row.attempt_id)), byAttempt, read.asOf),
    needsSecondAdmin: BigInt(row.price) > inForce.secondAdminAbove,
    proposal: proposalOf(row, actorName(ctx.actor)),
  });
  return { ...toPage(rows, input, size, view), ruptured: ruptures.length > 0 };
}

function conditions({ q, state }: UnconfirmedFilter): SQL[] {
  const found = filterConditions({ state: "unconfirmed", ...(q && { q }) }, true);
  if (state === "overdue") found.push(isOverdue(sql`a.claimed_at`));
  if (state === "proposed") found.push(sql`d.id is not null`);
  if (state === "undecided") found.push(sql`d.id is null`);
  return found;
}

function shown(row: Row): Omit<UnconfirmedView, "around" | "suggestion" | "needsSecondAdmin" | "proposal"> {
  const sentAt = new Date(Number(row.claimed_ms));
  const due = decidedBy(sentAt);
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
    decidedBy: due,
    overdue: due.getTime() < Number(row.now_ms),
    note: row.note,
    httpStatus: row.http_status,
    raw: row.raw,
  };
}

function suggest(
  row: Row,
  verdict: Verdict | undefined,
  answers: ReadonlyMap<number, Answer>,
  asOf: Date,
): Suggestion {
  const own = answers.get(Number(row.attempt_id));
  if (own?.discrepancy)
    return { outcome: null, words: `Its answer does not fit: ${own.discrepancy}. Ask the upstream.` };
  const age = Number(row.now_ms) - Number(row.claimed_ms);
  if (age > FURTHEST_S * 1000 && (verdict?.says ?? "unknown") === "unknown")
    return { outcome: null, words: TOO_OLD };
  if (!verdict || !own) return { outcome: null, words: withoutVerdict(own, asOf) };
  const outcome =
    verdict.says === "charged" ? "successful" : verdict.says === "not_charged" ? "failed" : null;
  return { outcome, words: words(verdict, answers, own) };
}

const TOO_OLD = `Too old for the balances to say: they are compared for ${FURTHEST_S / 3600} hours. Ask the upstream what became of it, and decide.`;

/** The balances say nothing of it: not yet, or never. */
function withoutVerdict(own: Answer | undefined, asOf: Date): string {
  if (own && own.answeredAt !== null && own.answeredAt <= asOf.getTime())
    return "Its own answer tells balances that contradict it. Ask the upstream.";
  return "Too early to say: the next answers will show the upstream's balance.";
}

/** The balance as told last before the purchase was sent and first after. */
function around(sent: number, answers: readonly Answer[]): UnconfirmedView["around"] {
  const links = answers.filter(
    ({ before, after, discrepancy }) => before !== null && after !== null && !discrepancy,
  );
  const before = links.findLast(({ answeredAt }) => answeredAt !== null && answeredAt <= sent);
  const after = links.find(({ claimedAt }) => claimedAt > sent);
  return { before: linkOf(before), after: linkOf(after) };
}

function linkOf(answer: Answer | undefined): LinkView | null {
  if (!answer || answer.before === null || answer.after === null) return null;
  return {
    ident: answer.ident,
    at: new Date(answer.answeredAt ?? answer.claimedAt),
    before: answer.before,
    after: answer.after,
  };
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
