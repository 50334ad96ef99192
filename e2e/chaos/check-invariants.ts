import { sql } from "drizzle-orm";
import type { Ctx } from "#lib/core/context";
import { getSlotGap } from "#lib/purchase/queue/choose-supplier";
import { RESTORED_WORKER } from "#lib/purchase/read/purchase-outcomes";
import { checkPurchases, type Invariant } from "#lib/sales/check-purchases";
import { getMainTimeoutMs } from "#lib/upstream/account";
import type { SandboxControl } from "#sandbox/control-client";
import type { SandboxLogEntry } from "#sandbox/log";
import {
  findDoubleDeliveries,
  findResentRefs,
  maxPurchasesInWindow,
  trueOutcome,
} from "#sandbox/outcome-checks";
import type { RecordedReply } from "./buyer.ts";
import type { PriceRise } from "./raise-prices.ts";
import { SENDS_PER_MINUTE } from "./world.ts";

/** One invariant: the number of checked records, and its violations. */
export interface Verdict {
  name: string;
  checked: number;
  broken: string[];
}

interface PurchaseRow extends Record<string, unknown> {
  ident: string;
  reseller: number;
  ref: string;
  state: string;
  ending: string | null;
  placed_ms: number;
  plan: number;
  /** In minor units. */
  price: string;
  advance: string | null;
  /** The sum of its entries in the buyer's wallet. */
  moved: string;
  /** The commission that it was placed with, and the sum of its entries in the parent's wallet. */
  commission: string;
  earned: string;
  /** The number of attempts. */
  tries: number;
  /** Its plan type was paused while it waited. */
  paused: boolean;
  /** The supplier that its plan chose to come first. */
  first: number | null;
}

/** The findings of the check that have verdicts of their own. */
const FLOOR = ["wallets below their floor"] as const;
const REFS = [
  "client references used twice by one reseller",
  "purchases that were sent more than once",
] as const;
const AUDIT = ["journals without an audit record"] as const;

/** The differences of a run from chaos. */
export interface Allowances {
  perMinute?: number;
  /**
   * Whether a purchase that was received at this time, in ms since 1970, may be lost with its database. It may be sent
   * again, unless it was delivered.
   */
  mayBeLost?: (receivedAt: number) => boolean;
  /** The time from one instant to another in which processes didn't sleep, in ms. */
  countAwake?: (from: number, until: number) => number;
}

/**
 * Checks the invariants: compares our database with the logs of all upstreams, the main one first, and the responses to
 * buyers.
 */
export async function checkInvariants(
  ctx: Ctx,
  sandboxes: readonly Pick<SandboxControl, "purchases" | "transactions">[],
  answers: readonly RecordedReply[],
  rises: readonly PriceRise[],
  {
    perMinute = SENDS_PER_MINUTE,
    mayBeLost = () => false,
    countAwake = (from, until) => until - from,
  }: Allowances = {},
): Promise<Verdict[]> {
  const [logs, transactionsOfEach, purchases, ledgerCheck, attempts] = await Promise.all([
    Promise.all(sandboxes.map((sandbox) => sandbox.purchases())),
    Promise.all(sandboxes.map((sandbox) => sandbox.transactions())),
    listPurchaseRows(ctx),
    checkPurchases(ctx),
    listSendAttempts(ctx),
  ]);
  const log = logs.flat().sort((a, b) => a.receivedAt - b.receivedAt);
  const transactions = transactionsOfEach.flat();
  const received = new Map(log.map(({ ref, receivedAt }) => [ref, receivedAt]));
  const idents = new Map(purchases.map((row) => [row.ident, row]));
  const byRef = new Map(purchases.map((row) => [`${row.reseller} ${row.ref}`, row]));
  const most = Math.max(...logs.map((each) => maxPurchasesInWindow(each)));
  const sent = [...new Set(log.flatMap(({ ref }) => ref ?? []))];
  const findingsOf = (...invariants: Invariant[]) =>
    ledgerCheck.findings.filter((finding) => invariants.some((invariant) => finding.endsWith(invariant)));
  const named = findingsOf(...FLOOR, ...REFS, ...AUDIT);
  const settled = purchases.filter(({ state }) => ["successful", "failed", "reversed"].includes(state));
  return [
    createVerdict("sent at most once", sent, [
      ...findResentRefs(log.filter(({ receivedAt }) => mayBeLost(receivedAt))),
      ...findResentRefs(log.filter(({ receivedAt }) => !mayBeLost(receivedAt))),
      ...findDoubleDeliveries(transactions),
    ]),
    createVerdict(
      "nothing is lost",
      sent,
      sent.filter((ident) => !idents.has(ident) && !mayBeLost(received.get(ident) ?? 0)),
    ),
    createVerdict(
      "each outcome is the upstream's",
      settled,
      settled
        .filter((row) => !matchesUpstream(row, trueOutcome(transactions, row.ident)))
        .map(describePurchase),
    ),
    createVerdict(
      "the ledger is balanced",
      purchases,
      ledgerCheck.findings.filter((finding) => !named.includes(finding)),
    ),
    createVerdict(
      "each buyer paid once or has it back once",
      purchases,
      purchases
        .filter((row) => !isPaidByTruth(row, trueOutcome(transactions, row.ident)))
        .map(describePurchase),
    ),
    createVerdict(
      "each commission once, for a paid delivery",
      purchases.filter(({ commission }) => commission !== "0"),
      purchases.filter((row) => !isEarnedByTruth(row)).map(describePurchase),
    ),
    createVerdict("no wallet below its floor", purchases, findingsOf(...FLOOR)),
    createVerdict(
      "nothing stays in sending",
      purchases,
      purchases.filter(({ state }) => state === "sending").map(describePurchase),
    ),
    createVerdict(
      "no response is contradicted",
      answers,
      answers
        .filter((answer) => contradictsReply(answer, byRef))
        .map((answer) => `${answer.ref} told ${answer.told}`),
    ),
    createVerdict(
      `at most ${perMinute} sends a minute each (${most})`,
      log,
      most > perMinute ? [`${most} in a minute`] : [],
    ),
    createVerdict("one ref, one purchase", answers, [
      ...findingsOf(...REFS),
      ...answers
        .filter((answer) => isWrongPurchase(answer, byRef))
        .map(({ ref, ident }) => `${ref} told ${ident}`),
    ]),
    createVerdict("each journal has its audit record", purchases, findingsOf(...AUDIT)),
    createVerdict(
      "nothing is sending long past its time",
      attempts,
      attempts
        .filter((attempt) => isOverdue(attempt, received.get(attempt.ident), countAwake))
        .map(({ ident }) => ident),
    ),
    createVerdict(
      "the fair queue holds per supplier",
      attempts,
      findOvertaken(idents, attempts, rises, sandboxes.length, perMinute),
    ),
    createVerdict(
      `nothing is sent at a known loss (${rises.length} rises)`,
      log,
      (logs[0] ?? [])
        .filter((entry) => isLoss(entry, idents, rises))
        .map(({ ref }) => `${ref} after its price rose`),
    ),
  ];
}

function listPurchaseRows(ctx: Ctx): Promise<PurchaseRow[]> {
  return ctx.db.execute<PurchaseRow>(
    sql`select ident, reseller_id::int as reseller, ref, state, ending, price, advance, plan_id as plan,
      (select sum(amount) from journals j join entries e on e.journal_id = j.id
        where j.purchase_id = purchases.id and e.account = 'wallet'
          and e.reseller_id = purchases.reseller_id) as moved,
      commission, (select coalesce(sum(e.amount), 0) from journals j join entries e on e.journal_id = j.id
        where j.purchase_id = purchases.id and e.account = 'wallet'
          and e.reseller_id = purchases.parent_id) as earned,
      (extract(epoch from placed_at) * 1000)::float8 as placed_ms,
      (select count(*)::int from attempts where purchase_id = purchases.id) as tries,
      exists (
        select from outages o join plans on plans.network_id = o.network_id and plans.type_id = o.type_id
        where plans.id = purchases.plan_id and coalesce(o.ended_at, now()) > purchases.placed_at
          and o.began_at < (select max(claimed_at) from attempts where purchase_id = purchases.id)
      ) or exists (
        select from audit a where a.action in ('dispatch.continued', 'dispatch.stopped') and a.subject_id = 'all'
          and a.at between purchases.placed_at and (select max(claimed_at) from attempts where purchase_id = purchases.id)
      ) as paused,
      (select first_supplier_id::int from plan_routings r where r.plan_id = purchases.plan_id) as first
    from purchases`,
  );
}

/**
 * Finds purchases that waited while another reseller had at least two claims more than their own reseller at a supplier; one
 * more at each may have been due before. A claim for a plan that chose another first supplier passes over none, so it counts
 * for its own reseller alone. One that a worse supplier took was left to a better one for a while. Compares claims, which
 * have the database's clock as the placing has, because the upstream may receive two purchases in another order. Skips
 * purchases with two attempts, possible losses, paused plan types, and those that waited in a
 * takeover, in which the main supplier is off.
 */
function findOvertaken(
  purchases: ReadonlyMap<string, PurchaseRow>,
  tries: readonly SendAttempt[],
  rises: readonly PriceRise[],
  suppliers: number,
  perMinute: number,
): string[] {
  return tries.flatMap(({ ident, claimed, isLate }) => {
    const row = purchases.get(ident);
    if (!row || row.tries > 1 || row.paused) return [];
    const rose = ({ planId, maybe }: PriceRise) =>
      planId === row.plan && maybe.from < claimed && maybe.to > row.placed_ms;
    if (rises.some(rose)) return [];
    const from = row.placed_ms + (isLate ? getSlotGap(perMinute) * 1_000 + 500 : 0);
    const since = tries.filter((attempt) => attempt.claimed > from && attempt.claimed < claimed);
    const rows = since.flatMap((attempt) => purchases.get(attempt.ident) ?? []);
    const most = rows.filter(({ reseller }) => reseller === row.reseller).length + suppliers;
    const rivals = rows.filter(({ reseller, first }) => reseller !== row.reseller && first === row.first);
    const had = Map.groupBy(rivals, ({ reseller }) => reseller);
    return [...had.values()].some(({ length }) => length > most) ? [`${ident} of ${row.reseller}`] : [];
  });
}

/** Whether this was sent for less than its plan's cost in the catalogue. */
function isLoss(
  { ref, receivedAt }: SandboxLogEntry,
  purchases: ReadonlyMap<string, PurchaseRow>,
  rises: readonly PriceRise[],
): boolean {
  const row = purchases.get(ref ?? "");
  return rises.some(
    ({ planId, cost, told }) =>
      told &&
      planId === row?.plan &&
      receivedAt > told.from &&
      receivedAt < told.to &&
      BigInt(row.price) < cost,
  );
}

/**
 * One attempt: when it was claimed, and when its purchase left `sending`, in ms. Not what a takeover notes of a queued
 * purchase, which claims nothing.
 */
interface SendAttempt extends Record<string, unknown> {
  ident: string;
  claimed: number;
  left: number | null;
  /** Whether its supplier took it because a better one was busy. */
  isLate: boolean;
  /** The timeout of its supplier, in ms; null for the main one. */
  timeout: number | null;
}

function listSendAttempts(ctx: Ctx): Promise<SendAttempt[]> {
  return ctx.db.execute<SendAttempt>(sql`
    select p.ident, extract(epoch from a.claimed_at)::float8 * 1000 as claimed,
      extract(epoch from least(a.answered_at, p.settled_at, (
        select min(at) from audit where subject = 'purchase' and subject_id = p.ident
          and action = 'purchase.unconfirmed' and at >= a.claimed_at)))::float8 * 1000 as left,
      s.timeout_ms as timeout, coalesce(a.choice = 'late', false) as "isLate"
    from attempts a join purchases p on p.id = a.purchase_id left join suppliers s on s.id = a.supplier_id
    where a.worker <> ${RESTORED_WORKER}`);
}

/** Timeouts count from the upstream's receipt in its log, or else from the claim. */
function isOverdue(
  { claimed, left, timeout }: SendAttempt,
  received: number | undefined,
  countAwake: (from: number, until: number) => number,
): boolean {
  const timedOut = (received ?? claimed) + (timeout ?? getMainTimeoutMs());
  return left === null || countAwake(timedOut, left) > 90_000;
}

/** Compares a settled purchase with the upstream's outcome; it has not seen a purchase that was never sent. */
function matchesUpstream({ ending }: PurchaseRow, really: ReturnType<typeof trueOutcome>): boolean {
  if (ending === "delivered" || ending === "reversed") return really === "delivered";
  if (ending === "cancelled") return really === "unseen";
  return really === "failed" || really === "unseen";
}

/**
 * Whether a wallet paid for what the upstream delivered and for nothing else. An open purchase may be either; a delivered
 * one costs nothing while its buyer has the advance, or once it is reversed.
 */
function isPaidByTruth(
  { state, advance, price, moved }: PurchaseRow,
  really: ReturnType<typeof trueOutcome>,
): boolean {
  const hasMoney = advance !== null && advance !== "repaid";
  if (state === "reversed") return BigInt(moved) === 0n;
  const isPaid = state === "unconfirmed" ? !hasMoney : really === "delivered" && !hasMoney;
  return BigInt(moved) === (isPaid ? -BigInt(price) : 0n);
}

/** Whether a response shows another purchase than its ref's, or accepts an altered request with a used ref. */
function isWrongPurchase(
  { reseller, ref, told, ident, altered }: RecordedReply,
  purchases: ReadonlyMap<string, PurchaseRow>,
): boolean {
  if (altered) return told !== "rejected";
  return told !== "rejected" && ident !== purchases.get(`${reseller} ${ref}`)?.ident;
}

/** Whether a parent has the commission of a paid delivery, and no other. */
function isEarnedByTruth({ ending, advance, commission, earned }: PurchaseRow): boolean {
  const isPaid = ending === "delivered" && (advance === null || advance === "repaid");
  return BigInt(earned) === (isPaid ? BigInt(commission) : 0n);
}

function contradictsReply(
  { reseller, ref, told, altered }: RecordedReply,
  purchases: ReadonlyMap<string, PurchaseRow>,
): boolean {
  if (altered) return false;
  const state = purchases.get(`${reseller} ${ref}`)?.state;
  if (told === "rejected") return state !== undefined;
  if (told === "pending") return state === undefined;
  return state !== told && !(told === "successful" && state === "reversed");
}

const describePurchase = ({ ident, state }: PurchaseRow) => `${ident} ${state}`;

function createVerdict(name: string, checked: readonly unknown[], broken: string[]): Verdict {
  return { name, checked: checked.length, broken };
}
