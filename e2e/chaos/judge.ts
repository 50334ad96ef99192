import { sql } from "drizzle-orm";
import type { Ctx } from "#lib/core/context";
import { check } from "#lib/purchase/check";
import type { SandboxControl } from "#sandbox/control-client";
import { busiest, deliveredTwice, resent, truth } from "#sandbox/judge";
import type { Answer } from "./buyer.ts";
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
  settled_by: string | null;
}

/** The ten invariants, by the upstream's own log and by what buyers were told; our database is only held against them. */
export async function judge(
  ctx: Ctx,
  sandbox: SandboxControl,
  answers: readonly Answer[],
): Promise<Verdict[]> {
  const [log, transactions, kept, books] = await Promise.all([
    sandbox.purchases(),
    sandbox.transactions(),
    keptPurchases(ctx),
    check(ctx),
  ]);
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
  ];
}

function keptPurchases(ctx: Ctx): Promise<Kept[]> {
  return ctx.db.execute<Kept>(
    sql`select ident, reseller_id::int as reseller, ref, state, settled_by from purchases`,
  );
}

/** A settled purchase against the truth. What was never sent, the upstream has never seen. */
function isTrue({ state, settled_by }: Kept, really: ReturnType<typeof truth>): boolean {
  if (state === "successful") return really === "delivered";
  if (settled_by === "cancelled" || settled_by === "deadline") return really === "unseen";
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
