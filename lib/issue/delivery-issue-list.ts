import { and, eq, min, type SQL, sql } from "drizzle-orm";
import { alias, QueryBuilder } from "drizzle-orm/pg-core";
import { z } from "zod";
import { accounts } from "#db/schema/account";
import { deliveryIssues } from "#db/schema/delivery-issue";
import { formatPlanName, formatPlanSize } from "#lib/catalogue/plan-label";
import { type Ctx, requireAdmin, requireReseller } from "#lib/core/context";
import { defineList, type RowOf } from "#lib/core/list/list";
import { formatDecimal } from "#lib/core/money/money";
import { formatPhone, parsePhone } from "#lib/core/text/phone";
import { readIdent } from "#lib/core/text/search-text";
import { SearchText } from "#lib/core/text/single-line-text";
import { buildIssueStateColumns, isIssueRefunded, issuePurchase } from "./delivery-issue-view.ts";

/** Pages follow the due time instead of the row's number. */
const p = new QueryBuilder()
  .select({
    id: sql`${deliveryIssues.due}`.as("id"),
    purchaseId: deliveryIssues.purchaseId,
    resellerId: deliveryIssues.resellerId,
    symptom: deliveryIssues.symptom,
    state: deliveryIssues.state,
    outcome: deliveryIssues.outcome,
    answerBy: deliveryIssues.answerBy,
    openedAt: deliveryIssues.openedAt,
    reopened: deliveryIssues.reopened,
    version: deliveryIssues.version,
  })
  .from(deliveryIssues)
  .as("p");

const IS_OPEN = sql`(p.state <> 'closed' and not ${isIssueRefunded})`;

const STATE_CONDITIONS = {
  admin: sql`(p.state = 'admin' and not ${isIssueRefunded})`,
  overdue: buildIssueStateColumns(p).overdue,
  customer: sql`(p.state = 'customer' and not ${isIssueRefunded})`,
  delivered: sql`(p.outcome = 'delivered' and not ${isIssueRefunded})`,
  money_back: isIssueRefunded,
  all: sql`true`,
} satisfies Record<string, SQL>;

const STATUS_LABELS = {
  admin: "In review",
  customer: "Awaiting customer",
  closed: "Closed",
  delivered: "Delivery confirmed",
  money_back: "Refunded",
};

/** Delivery issues, the earliest due first; open ones, unless searched for others. Admins only. */
export const deliveryIssueList = defineList({
  allow: requireAdmin,
  filter: {
    state: z.enum(Object.keys(STATE_CONDITIONS) as (keyof typeof STATE_CONDITIONS)[]),
    /** An ident, a phone number or a reseller's email. */
    q: SearchText,
  },
  order: "oldest",
  key: issuePurchase.ident,
  pageSize: 50,
  read: async (ctx, { state, q }, slice) => {
    const rows = await ctx.db
      .select({
        ...listColumns,
        reseller: { id: p.resellerId, name: accounts.name },
      })
      .from(p)
      .innerJoin(issuePurchase, eq(issuePurchase.id, p.purchaseId))
      .innerJoin(accounts, eq(accounts.id, p.resellerId))
      .where(
        and(
          state ? STATE_CONDITIONS[state] : q ? STATE_CONDITIONS.all : IS_OPEN,
          ...buildSearchConditions(q),
          ...slice.conditions,
        ),
      )
      .orderBy(slice.orderBy)
      .limit(slice.limit);
    return slice.page(rows, ({ phone, ...row }) => ({ ...row, phone: formatPhone(phone) }));
  },
  file: {
    name: "delivery-issues",
    columns: {
      purchase: ({ ident }) => ident,
      reseller: ({ reseller }) => reseller.name,
      number: ({ phone }) => phone,
      network: ({ networkName }) => networkName,
      plan: (issue) => formatPlanSize(issue),
      price: ({ price }) => formatDecimal(price),
      symptom: ({ symptom }) => symptom,
      reported: ({ openedAt }) => openedAt,
      "reply due": ({ answerBy }) => answerBy,
      status: ({ state, outcome }) => STATUS_LABELS[outcome ?? state],
      overdue: ({ overdue }) => (overdue ? "yes" : "no"),
      reopened: ({ reopened }) => (reopened ? "yes" : "no"),
    },
  },
});
export type ListedDeliveryIssue = RowOf<typeof deliveryIssueList>;

const listColumns = {
  id: sql`p.id`.mapWith(deliveryIssues.due),
  ident: issuePurchase.ident,
  phone: issuePurchase.phone,
  networkName: issuePurchase.networkName,
  size: issuePurchase.size,
  volume: issuePurchase.volume,
  price: issuePurchase.price,
  symptom: p.symptom,
  openedAt: p.openedAt,
  answerBy: p.answerBy,
  reopened: p.reopened,
  version: p.version,
  ...buildIssueStateColumns(p),
};

function buildSearchConditions(q: string | undefined): SQL[] {
  if (!q) return [];
  if (q.includes("@")) return [sql`lower(${accounts.email}) = lower(${q})`];
  const phone = parsePhone(q);
  return [phone ? eq(issuePurchase.phone, phone) : eq(issuePurchase.ident, readIdent(q))];
}

const ownIssues = alias(deliveryIssues, "p");

/** The acting reseller's delivery issues, newest first. */
export const ownDeliveryIssueList = defineList({
  allow: requireReseller,
  filter: {},
  pageSize: 30,
  read: async (ctx, _filter, slice) => {
    const rows = await ctx.db
      .select({
        id: ownIssues.id,
        ident: issuePurchase.ident,
        phone: issuePurchase.phone,
        networkName: issuePurchase.networkName,
        size: issuePurchase.size,
        volume: issuePurchase.volume,
        openedAt: ownIssues.openedAt,
        answerBy: ownIssues.answerBy,
        ...buildIssueStateColumns(ownIssues),
      })
      .from(ownIssues)
      .innerJoin(issuePurchase, eq(issuePurchase.id, ownIssues.purchaseId))
      .where(and(eq(ownIssues.resellerId, requireReseller(ctx).id), ...slice.conditions))
      .orderBy(slice.orderBy)
      .limit(slice.limit);
    return slice.page(rows, ({ phone, ...row }) => ({ ...row, phone: formatPhone(phone) }));
  },
  file: {
    name: "delivery-issues",
    columns: {
      purchase: ({ ident }) => ident,
      number: ({ phone }) => phone,
      plan: (issue) => formatPlanName(issue),
      reported: ({ openedAt }) => openedAt,
      "reply due": ({ answerBy }) => answerBy,
      status: ({ state, outcome }) => STATUS_LABELS[outcome ?? state],
    },
  },
});
export type OwnDeliveryIssue = RowOf<typeof ownDeliveryIssueList>;

/** Counts the delivery issues that wait for an admin, and those of them that are overdue. Admins only. */
export async function countDeliveryIssues(
  ctx: Ctx,
): Promise<{ count: number; overdue: number; nextReplyAt: Date | null }> {
  requireAdmin(ctx);
  const [row] = await ctx.db
    .select({
      count: sql`count(*)`.mapWith(Number),
      overdue: sql`count(*) filter (where ${deliveryIssues.answerBy} < now())`.mapWith(Number),
      nextReplyAt: min(deliveryIssues.answerBy),
    })
    .from(deliveryIssues)
    .innerJoin(issuePurchase, eq(issuePurchase.id, deliveryIssues.purchaseId))
    .where(sql`${deliveryIssues.state} = 'admin' and not ${isIssueRefunded}`);
  return row ?? { count: 0, overdue: 0, nextReplyAt: null };
}
