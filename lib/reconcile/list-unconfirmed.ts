import { type SQL, sql } from "drizzle-orm";
import { actorName, type Ctx, requireAdmin } from "#lib/core/context";
import { groupedPhone } from "#lib/core/phone";
import { decidedBy } from "#lib/purchase/decided-by";
import { chain } from "./chain.ts";
import type { Verdict } from "./evidence.ts";
import type { Answer } from "./read-answers.ts";
import { readEvidence } from "./read-evidence.ts";
import { settings } from "./settings.ts";
import type { LinkView, ProposalView, Suggestion, UnconfirmedView } from "./view.ts";
import { words } from "./words.ts";

const MOST = 200;

type Row = Record<
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

/** Every purchase that waits for a decision, oldest first, with its evidence and one suggestion. Admins only. */
export async function listUnconfirmed(ctx: Ctx): Promise<UnconfirmedView[]> {
  requireAdmin(ctx);
  const rows = await ctx.db.execute<Row>(sql`
    select a.id as attempt_id, p.ident, p.reseller_id, r.name as reseller_name, p.network_name, p.type_name, p.size, p.volume,
      p.validity, p.phone, p.price, p.cost, a.note, a.raw, a.http_status, ${ms(sql`a.claimed_at`)} as claimed_ms,
      ${ms(sql`a.answered_at`)} as answered_ms, ${ms(sql`now()`)} as now_ms, d.id as proposal_id, d.outcome, d.reason,
      proposer.name as proposer, d.proposed_by as proposer_id, ${ms(sql`d.proposed_at`)} as proposed_ms
    from purchases p join accounts r on r.id = p.reseller_id
    join lateral (select * from attempts where purchase_id = p.id order by id desc limit 1) a on true
    left join decisions d on d.purchase_id = p.id and d.ended_at is null
    left join accounts proposer on proposer.id = d.proposed_by
    where p.state = 'unconfirmed' order by p.id limit ${MOST}`);
  if (rows.length === 0) return [];
  const inForce = await settings(ctx);
  const { evidence, answers } = await readEvidence(ctx, inForce);
  const verdicts = new Map(chain(evidence).verdicts.map((verdict) => [verdict.send, verdict]));
  const byAttempt = new Map(answers.map((answer) => [answer.attemptId, answer]));
  return rows.map((row) => {
    const own = byAttempt.get(Number(row.attempt_id));
    return {
      ...shown(row),
      around: around(Number(row.claimed_ms), answers),
      suggestion: suggest(verdicts.get(Number(row.attempt_id)), byAttempt, own),
      needsSecondAdmin: BigInt(row.price) > inForce.secondAdminAbove,
      proposal: proposalOf(row, actorName(ctx.actor)),
    };
  });
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
  verdict: Verdict | undefined,
  answers: ReadonlyMap<number, Answer>,
  own: Answer | undefined,
): Suggestion {
  if (own?.discrepancy)
    return { outcome: null, words: `Its answer does not fit: ${own.discrepancy}. Ask the upstream.` };
  if (!verdict || !own)
    return { outcome: null, words: "Too early to say: the next answers will show the upstream's balance." };
  const outcome =
    verdict.says === "charged" ? "successful" : verdict.says === "not_charged" ? "failed" : null;
  return { outcome, words: words(verdict, answers, own) };
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
