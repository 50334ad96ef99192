import { sql } from "drizzle-orm";
import type { Ctx } from "#lib/core/context";
import { env } from "#lib/core/env";
import { check } from "#lib/purchase/check";
import type { SandboxControl } from "#sandbox/control-client";
import { busiest, deliveredTwice, resent, truth } from "#sandbox/judge";
import type { LogEntry } from "#sandbox/log";
import type { Answer } from "./buyer.ts";
import type { Rise } from "./move-prices.ts";
import { PER_MINUTE } from "./world.ts";

/** One invariant: how many things were looked at, and what breaks it. */
export interface Verdict {
  name: string;
  seen: number;
  broken: string[];
}

interface Kept extends Record<string, unknown> {
  ident: string;
  reseller: number;
  ref: string;
  state: string;
  ending: string | null;
  placed_ms: number;
  plan: number;
  /** What was paid, in minor units. */
  price: string;
  /** How often it was tried. */
  tries: number;
}

/** The invariants, by the upstream's own log and by what buyers were told; our database is only held against them. */
export async function judge(
  ctx: Ctx,
  sandbox: SandboxControl,
  answers: readonly Answer[],
  rises: readonly Rise[],
): Promise<Verdict[]> {
  const [log, transactions, kept, books, tries] = await Promise.all([
    sandbox.purchases(),
    sandbox.transactions(),
    keptPurchases(ctx),
    check(ctx),
    triesToSend(ctx),
  ]);
  const received = new Map(log.map(({ ref, receivedAt }) => [ref, receivedAt]));
  const idents = new Map(kept.map((row) => [row.ident, row]));
  const byRef = new Map(kept.map((row) => [`${row.reseller} ${row.ref}`, row]));
  const most = busiest(log);
  const sent = [...new Set(log.flatMap(({ ref }) => ref ?? []))];
  const books_ = (...words: string[]) =>
    books.findings.filter((finding) => words.some((word) => finding.includes(word)));
  const settled = kept.filter(({ state }) => state === "successful" || state === "failed");
  return [
    verdict("I1  sent at most once", sent, [...resent(log), ...deliveredTwice(transactions)]),
    verdict(
      "I2  nothing is lost",
      sent,
      sent.filter((ident) => !idents.has(ident)),
    ),
    verdict(
      "I3  each outcome is the upstream's",
      settled,
      settled.filter((row) => !isTrue(row, truth(transactions, row.ident))).map(describe),
    ),
    verdict(
      "I4  the books balance",
      kept,
      books_("sum to zero", "differ", "one before", "held money", "hold is not", "do not fit"),
    ),
    verdict("I5  no wallet below its floor", kept, books_("floor")),
    verdict(
      "I6  nothing stays in sending",
      kept,
      kept.filter(({ state }) => state === "sending").map(describe),
    ),
    verdict(
      "I7  no answer is contradicted",
      answers,
      answers
        .filter((answer) => contradicts(answer, byRef))
        .map((answer) => `${answer.ref} told ${answer.told}`),
    ),
    verdict(
      `I8  at most ${PER_MINUTE} sends a minute (${most})`,
      log,
      most > PER_MINUTE ? [`${most} in a minute`] : [],
    ),
    verdict("I9  one ref, one purchase", answers, [
      ...books_("references", "more than once"),
      ...answers.filter((answer) => isAnother(answer, byRef)).map(({ ref, ident }) => `${ref} told ${ident}`),
    ]),
    verdict("I10 each move has its record", kept, books_("audit")),
    verdict(
      "I11 nothing is sending long past its time",
      tries,
      tries.filter((one) => isOverdue(one, received.get(one.ident))).map(({ ident }) => ident),
    ),
    verdict("I13 nobody has turn after turn while another waits", tries, overtaken(idents, tries, rises)),
    verdict(
      `I14 nothing is sent at a known loss (${rises.length} rises)`,
      log,
      log.filter((entry) => isLoss(entry, idents, rises)).map(({ ref }) => `${ref} after its price rose`),
    ),
  ];
}

function keptPurchases(ctx: Ctx): Promise<Kept[]> {
  return ctx.db.execute<Kept>(
    sql`select ident, reseller_id::int as reseller, ref, state, ending, price, plan_id as plan,
      (extract(epoch from placed_at) * 1000)::float8 as placed_ms,
      (select count(*)::int from attempts where purchase_id = purchases.id) as tries from purchases`,
  );
}

/**
 * Purchases that waited while one other reseller had more turns than their own did, and one, which may have been due
 * before. A turn is a claim: both it and the placing are told by the database's clock, while the upstream may receive
 * afterwards what was claimed before. What was tried twice gave a turn away itself, and what may have been a loss was
 * rightly passed over.
 */
function overtaken(kept: ReadonlyMap<string, Kept>, tries: readonly Try[], rises: readonly Rise[]): string[] {
  return tries.flatMap(({ ident, claimed }) => {
    const row = kept.get(ident);
    if (!row || row.tries > 1) return [];
    const rose = ({ planId, maybe }: Rise) =>
      planId === row.plan && maybe.from < claimed && maybe.to > row.placed_ms;
    if (rises.some(rose)) return [];
    const since = tries.filter((one) => one.claimed > row.placed_ms && one.claimed < claimed);
    const had = Map.groupBy(since, (one) => kept.get(one.ident)?.reseller);
    const most = (had.get(row.reseller)?.length ?? 0) + 1;
    had.delete(row.reseller);
    return [...had.values()].some(({ length }) => length > most) ? [`${ident} of ${row.reseller}`] : [];
  });
}

/** Whether this was sent for less than its plan cost by what the catalogue told. */
function isLoss(
  { ref, receivedAt }: LogEntry,
  kept: ReadonlyMap<string, Kept>,
  rises: readonly Rise[],
): boolean {
  const row = kept.get(ref ?? "");
  return rises.some(
    ({ planId, cost, told }) =>
      told &&
      planId === row?.plan &&
      receivedAt > told.from &&
      receivedAt < told.to &&
      BigInt(row.price) < cost,
  );
}

/** One try to send: when it was claimed, and when its purchase left `sending`, in ms. */
interface Try extends Record<string, unknown> {
  ident: string;
  claimed: number;
  left: number | null;
}

function triesToSend(ctx: Ctx): Promise<Try[]> {
  return ctx.db.execute<Try>(sql`
    select p.ident, extract(epoch from a.claimed_at)::float8 * 1000 as claimed,
      extract(epoch from least(a.answered_at, p.settled_at, (
        select min(at) from audit where subject = 'purchase' and subject_id = p.ident
          and action = 'purchase.unconfirmed' and at >= a.claimed_at)))::float8 * 1000 as left
    from attempts a join purchases p on p.id = a.purchase_id`);
}

/** Time-outs count from when the upstream received it, by its own log, or else from the claim. */
function isOverdue({ claimed, left }: Try, received: number | undefined): boolean {
  const timedOut = (received ?? claimed) + env().UPSTREAM_TIMEOUT_MS;
  return (left ?? Number.POSITIVE_INFINITY) > timedOut + 90_000;
}

/** A settled purchase against the truth. What was never sent, the upstream has never seen. */
function isTrue({ ending }: Kept, really: ReturnType<typeof truth>): boolean {
  if (ending === "delivered") return really === "delivered";
  if (ending === "cancelled") return really === "unseen";
  return really === "failed" || really === "unseen";
}

/** A ref always answers with its one purchase, and with an error to whoever asks for another under it. */
function isAnother(
  { reseller, ref, told, ident, altered }: Answer,
  kept: ReadonlyMap<string, Kept>,
): boolean {
  if (altered) return told !== "refused";
  return told !== "refused" && ident !== kept.get(`${reseller} ${ref}`)?.ident;
}

function contradicts({ reseller, ref, told, altered }: Answer, kept: ReadonlyMap<string, Kept>): boolean {
  if (altered) return false;
  const state = kept.get(`${reseller} ${ref}`)?.state;
  if (told === "refused") return state !== undefined;
  if (told === "pending") return state === undefined;
  return state !== told;
}

const describe = ({ ident, state }: Kept) => `${ident} ${state}`;

function verdict(name: string, seen: readonly unknown[], broken: string[]): Verdict {
  return { name, seen: seen.length, broken };
}
