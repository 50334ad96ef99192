import { and, asc, eq, inArray, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { accounts } from "#db/schema/account";
import { caseRules, cases, caseWords } from "#db/schema/case";
import { purchases } from "#db/schema/purchase";
import { type Ctx, requireAdmin, requireBuyer } from "#lib/core/context";

export type Seen = (typeof cases.$inferSelect)["seen"];

/** One thing that was said in a case. */
export interface CaseWord {
  at: Date;
  kind: (typeof caseWords.$inferSelect)["kind"];
  /** Null where nothing was said, or where it was erased since. */
  text: string | null;
  erased: boolean;
  /** The time that this answer promised. */
  answerBy: Date | null;
}

/** A case as its reseller sees it. */
export interface CaseView {
  ident: string;
  seen: Seen;
  openedAt: Date;
  /** Who is next: the desk, the number's owner, or nobody. */
  state: "desk" | "owner" | "closed";
  outcome: "delivered" | "money_back" | null;
  /** By when the desk answers. */
  answerBy: Date;
  /** That time is past by the database's clock, and the desk is still next. */
  overdue: boolean;
  reopened: boolean;
  version: number;
  words: CaseWord[];
}

/** The same for admins, with who answered and what they noted. */
export interface AdminCaseView extends Omit<CaseView, "words"> {
  resellerName: string;
  words: (CaseWord & { admin: string | null; note: string | null })[];
}

/** The purchases of cases, as their statements call them. */
export const bought = alias(purchases, "bought");

/** Its money came back, by whatever way: then there is nothing left to answer. */
export const isMoneyBack: SQL = sql`${bought.state} in ('failed', 'reversed')`;

/** How a case stands, told from the case and from its purchase. `of` is the table or its alias. */
export function stateColumns(of: Readonly<Record<"state" | "outcome" | "answerBy", SQLWrapper>>) {
  return {
    state: sql<CaseView["state"]>`case when ${isMoneyBack} then 'closed' else ${of.state} end`,
    outcome: sql<CaseView["outcome"]>`case when ${isMoneyBack} then 'money_back' else ${of.outcome} end`,
    overdue: sql<boolean>`(${of.state} = 'desk' and not ${isMoneyBack} and ${of.answerBy} < now())`,
  };
}

const columns = {
  id: cases.id,
  ident: bought.ident,
  seen: cases.seen,
  openedAt: cases.openedAt,
  ...stateColumns(cases),
  answerBy: cases.answerBy,
  reopened: cases.reopened,
  version: cases.version,
  resellerName: accounts.name,
};

/** The case of a purchase of the acting reseller, if there is one. */
export async function ownCase(ctx: Ctx, ident: string): Promise<CaseView | undefined> {
  const { id: resellerId } = requireBuyer(ctx);
  const [row] = await selectCase(ctx, and(eq(bought.ident, ident), eq(cases.resellerId, resellerId)));
  if (!row) return undefined;
  const { id, resellerName: _, ...view } = row;
  const words = await wordsOf(ctx, id);
  return {
    ...view,
    words: words
      // What an admin proposes about money is told when the money is there.
      .filter(({ kind }) => kind !== "money_back" || view.outcome === "money_back")
      .map(({ admin: _, note: __, ...word }) => word),
  };
}

/** The case of a purchase with everything that was said and noted, if there is one. Admins only. */
export async function adminCase(ctx: Ctx, ident: string): Promise<AdminCaseView | undefined> {
  requireAdmin(ctx);
  const [row] = await selectCase(ctx, eq(bought.ident, ident));
  if (!row) return undefined;
  const { id, ...view } = row;
  return { ...view, words: await wordsOf(ctx, id) };
}

function selectCase(ctx: Ctx, which: SQL | undefined) {
  return ctx.db
    .select(columns)
    .from(cases)
    .innerJoin(bought, eq(bought.id, cases.purchaseId))
    .innerJoin(accounts, eq(accounts.id, cases.resellerId))
    .where(which);
}

function wordsOf(ctx: Ctx, caseId: number) {
  return ctx.db
    .select({
      at: caseWords.at,
      kind: caseWords.kind,
      text: caseWords.text,
      erased: sql<boolean>`${caseWords.erasedAt} is not null`,
      answerBy: caseWords.answerBy,
      admin: accounts.name,
      note: caseWords.note,
    })
    .from(caseWords)
    .leftJoin(accounts, eq(accounts.id, caseWords.adminId))
    .where(eq(caseWords.caseId, caseId))
    .orderBy(asc(caseWords.id));
}

/** Which of these purchases, by their numbers, have a case that is open. Rights are those of whoever read them. */
export async function withOpenCase(ctx: Ctx, ids: readonly number[]): Promise<ReadonlySet<number>> {
  if (ids.length === 0) return new Set();
  const rows = await ctx.db
    .select({ id: cases.purchaseId })
    .from(cases)
    .innerJoin(bought, eq(bought.id, cases.purchaseId))
    .where(and(inArray(cases.purchaseId, [...ids]), sql`${cases.state} <> 'closed' and not ${isMoneyBack}`));
  return new Set(rows.map(({ id }) => id));
}

/** What everybody is told of cases: how soon they are answered, until when one may be opened, how a balance is checked. */
export interface CasePromise {
  /** In hours. */
  answerHours: number;
  /** In days after the purchase. */
  openDays: number;
  /** In the operator's words, by the network's id. */
  checks: Readonly<Record<string, string>>;
}

/** The rules in force. For everybody. */
export async function casePromise(ctx: Ctx): Promise<CasePromise & { version: number }> {
  const [row] = await ctx.db.select().from(caseRules);
  if (!row) throw new Error("the row of rules is missing");
  const { id: _, ...rules } = row;
  return rules;
}
