import { and, eq, type SQL, sql } from "drizzle-orm";
import { alias, QueryBuilder } from "drizzle-orm/pg-core";
import { z } from "zod";
import { accounts } from "#db/schema/account";
import { cases } from "#db/schema/case";
import { type Ctx, requireAdmin, requireReseller } from "#lib/core/context";
import { defineList, type RowOf } from "#lib/core/list";
import { decimalText } from "#lib/core/money";
import { groupedPhone, parsePhone } from "#lib/core/phone";
import { SearchText } from "#lib/core/words";
import { bought, isMoneyBack, stateColumns } from "./case-view.ts";

/** Cases in the order in which they are due: pages go by that instead of the row's number. */
const p = new QueryBuilder()
  .select({
    id: sql`${cases.due}`.as("id"),
    purchaseId: cases.purchaseId,
    resellerId: cases.resellerId,
    seen: cases.seen,
    state: cases.state,
    outcome: cases.outcome,
    answerBy: cases.answerBy,
    openedAt: cases.openedAt,
    reopened: cases.reopened,
    version: cases.version,
  })
  .from(cases)
  .as("p");

const OPEN = sql`(p.state <> 'closed' and not ${isMoneyBack})`;

const STATES = {
  desk: sql`(p.state = 'desk' and not ${isMoneyBack})`,
  overdue: stateColumns(p).overdue,
  owner: sql`(p.state = 'owner' and not ${isMoneyBack})`,
  delivered: sql`(p.outcome = 'delivered' and not ${isMoneyBack})`,
  money_back: isMoneyBack,
  all: sql`true`,
} satisfies Record<string, SQL>;

/** All cases, what is due first at the top; those that are open, unless told or searched otherwise. Admins only. */
export const caseList = defineList({
  allow: requireAdmin,
  filter: {
    state: z.enum(Object.keys(STATES) as (keyof typeof STATES)[]),
    /** An ident, a number or a reseller's e-mail. */
    q: SearchText,
  },
  order: "oldest",
  key: bought.ident,
  pageSize: 50,
  read: async (ctx, { state, q }, slice) => {
    const rows = await ctx.db
      .select({
        ...listed,
        reseller: { id: p.resellerId, name: accounts.name },
      })
      .from(p)
      .innerJoin(bought, eq(bought.id, p.purchaseId))
      .innerJoin(accounts, eq(accounts.id, p.resellerId))
      .where(and(state ? STATES[state] : q ? STATES.all : OPEN, ...searched(q), ...slice.conditions))
      .orderBy(slice.orderBy)
      .limit(slice.limit);
    return slice.page(rows, ({ phone, ...row }) => ({ ...row, phone: groupedPhone(phone) }));
  },
  file: {
    name: "cases",
    columns: {
      purchase: ({ ident }) => ident,
      reseller: ({ reseller }) => reseller.name,
      number: ({ phone }) => phone,
      network: ({ networkName }) => networkName,
      plan: ({ size, volume }) => `${size} ${volume}`,
      price: ({ price }) => decimalText(price),
      seen: ({ seen }) => seen,
      "opened at": ({ openedAt }) => openedAt,
      "answered by": ({ answerBy }) => answerBy,
      "who is next": ({ state }) => (state === "closed" ? null : state),
      outcome: ({ outcome }) => outcome,
      overdue: ({ overdue }) => (overdue ? "yes" : "no"),
      reopened: ({ reopened }) => (reopened ? "yes" : "no"),
    },
  },
});
export type ListedCase = RowOf<typeof caseList>;

const listed = {
  id: sql`p.id`.mapWith(cases.due),
  ident: bought.ident,
  phone: bought.phone,
  networkName: bought.networkName,
  size: bought.size,
  volume: bought.volume,
  price: bought.price,
  seen: p.seen,
  openedAt: p.openedAt,
  answerBy: p.answerBy,
  reopened: p.reopened,
  version: p.version,
  ...stateColumns(p),
};

function searched(q: string | undefined): SQL[] {
  if (!q) return [];
  if (q.includes("@")) return [sql`lower(${accounts.email}) = lower(${q})`];
  const phone = parsePhone(q);
  return [phone ? eq(bought.phone, phone) : eq(bought.ident, q.toUpperCase())];
}

const own = alias(cases, "p");

/** The cases of the acting reseller, the newest first. */
export const ownCaseList = defineList({
  allow: requireReseller,
  filter: {},
  pageSize: 30,
  read: async (ctx, _filter, slice) => {
    const rows = await ctx.db
      .select({
        ...{ id: own.id, ident: bought.ident, phone: bought.phone, networkName: bought.networkName },
        ...{ size: bought.size, volume: bought.volume, openedAt: own.openedAt, answerBy: own.answerBy },
        ...stateColumns(own),
      })
      .from(own)
      .innerJoin(bought, eq(bought.id, own.purchaseId))
      .where(and(eq(own.resellerId, requireReseller(ctx).id), ...slice.conditions))
      .orderBy(slice.orderBy)
      .limit(slice.limit);
    return slice.page(rows, ({ phone, ...row }) => ({ ...row, phone: groupedPhone(phone) }));
  },
  file: {
    name: "not-received",
    columns: {
      purchase: ({ ident }) => ident,
      number: ({ phone }) => phone,
      plan: ({ networkName, size, volume }) => `${networkName} ${size} ${volume}`,
      "told at": ({ openedAt }) => openedAt,
      "answered by": ({ answerBy }) => answerBy,
      "who is next": ({ state }) => (state === "closed" ? null : state),
      outcome: ({ outcome }) => outcome,
    },
  },
});
export type OwnCase = RowOf<typeof ownCaseList>;

/** How many cases the desk has to answer, and how many of them should be answered by now. Admins only. */
export async function countCases(ctx: Ctx): Promise<{ count: number; overdue: number }> {
  requireAdmin(ctx);
  const [row] = await ctx.db
    .select({
      count: sql`count(*)`.mapWith(Number),
      overdue: sql`count(*) filter (where ${cases.answerBy} < now())`.mapWith(Number),
    })
    .from(cases)
    .innerJoin(bought, eq(bought.id, cases.purchaseId))
    .where(sql`${cases.state} = 'desk' and not ${isMoneyBack}`);
  return row ?? { count: 0, overdue: 0 };
}
