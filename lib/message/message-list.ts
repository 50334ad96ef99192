import { and, eq, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { z } from "zod";
import { accounts } from "#db/schema/account";
import { deliveries } from "#db/schema/delivery";
import { customerMessages } from "#db/schema/message";
import { purchases } from "#db/schema/purchase";
import { orders } from "#db/schema/shop";
import { type Ctx, requireAdmin, requireReseller } from "#lib/core/context";
import { buildDayConditions } from "#lib/core/list/filter-days";
import { defineList, type ListColumns, type ListSlice, type RowOf } from "#lib/core/list/list";
import { formatDecimal } from "#lib/core/money/money";
import { int, minor, readRows, textOf } from "#lib/core/read-rows";
import { formatOrderReference } from "#lib/core/text/order-reference";
import { SearchText } from "#lib/core/text/single-line-text";
import { Day } from "#lib/core/time/day";

const p = alias(customerMessages, "p");

const days = { from: Day, to: Day };
interface MessageFilter {
  from?: string | undefined;
  to?: string | undefined;
}

const COLUMNS: ListColumns<MessageView> = {
  message: ({ id }) => id,
  at: ({ createdAt }) => createdAt,
  kind: ({ kind }) => kind,
  order: ({ reference }) => reference,
  purchase: ({ ident }) => ident,
  medium: ({ medium }) => medium,
  "paid by": ({ payer }) => payer,
  price: ({ price }) => formatDecimal(price),
  state: ({ state }) => state,
  "accepted at": ({ acceptedAt }) => acceptedAt,
};

/** The messages to the customers of the acting reseller's shop; prices in minor units. */
export const ownMessageList = defineList({
  allow: requireReseller,
  filter: days,
  pageSize: 30,
  read: (ctx, filter, slice) => readMessages(ctx, filter, slice, eq(p.resellerId, requireReseller(ctx).id)),
  file: { name: "messages", columns: COLUMNS },
});
export type OwnMessage = RowOf<typeof ownMessageList>;

/** The messages to all customers. Admins only. */
export const messageList = defineList({
  allow: requireAdmin,
  filter: {
    /** A reseller's email. */
    q: SearchText,
    ...days,
  },
  pageSize: 50,
  read: (ctx, { q, ...filter }, slice) =>
    readMessages(
      ctx,
      filter,
      slice,
      q ? sql`p.reseller_id = (select id from accounts where lower(email) = lower(${q}))` : undefined,
    ),
  file: {
    name: "messages",
    columns: {
      ...COLUMNS,
      "reseller id": ({ reseller }) => reseller.id,
      reseller: ({ reseller }) => reseller.name,
      provider: ({ provider }) => provider,
      parts: ({ parts }) => parts,
      problem: ({ problem }) => problem,
    },
  },
});

type MessageView = Awaited<ReturnType<typeof readMessages>>["rows"][number];

async function readMessages(ctx: Ctx, days: MessageFilter, slice: ListSlice, condition: SQL | undefined) {
  const rows = await ctx.db
    .select({
      id: p.id,
      createdAt: p.createdAt,
      kind: p.kind,
      medium: p.medium,
      payer: p.payer,
      price: p.price,
      provider: p.provider,
      parts: p.parts,
      acceptedAt: p.acceptedAt,
      report: p.report,
      skipped: p.skipped,
      reference: orders.reference,
      ident: purchases.ident,
      reseller: { id: p.resellerId, name: accounts.name },
      delivery: { state: deliveries.state, problem: deliveries.problem },
    })
    .from(p)
    .innerJoin(accounts, eq(accounts.id, p.resellerId))
    .leftJoin(orders, eq(orders.id, p.orderId))
    .leftJoin(purchases, eq(purchases.id, p.purchaseId))
    .leftJoin(deliveries, eq(deliveries.messageId, p.messageId))
    .where(and(condition, ...buildDayConditions(sql`${p.createdAt}`, days), ...slice.conditions))
    .orderBy(slice.orderBy)
    .limit(slice.limit);
  return slice.page(rows, ({ delivery, reference, report, skipped, acceptedAt, ...message }) => ({
    ...message,
    acceptedAt,
    reference: reference && formatOrderReference(reference),
    state: getMessageState({ acceptedAt, report, skipped }, delivery?.state),
    /** The reason of the last failed attempt; its delivery is deleted after some weeks. */
    problem: acceptedAt ? null : (delivery?.problem ?? null),
  }));
}

type MessageRow = typeof customerMessages.$inferSelect;
export type MessageState =
  | "waiting"
  | "sent"
  | "failed"
  | NonNullable<MessageRow["report"]>
  | NonNullable<MessageRow["skipped"]>;

function getMessageState(
  { acceptedAt, report, skipped }: Pick<MessageRow, "acceptedAt" | "report" | "skipped">,
  delivery: string | undefined,
): MessageState {
  if (acceptedAt) return report ?? "sent";
  return skipped ?? (delivery === "waiting" ? "waiting" : "failed");
}

/** Sums of messages that were accepted in the last 30 days, in minor units. Admins only. */
export async function sumMessages(ctx: Ctx) {
  requireAdmin(ctx);
  const rows = await readRows(
    ctx.db,
    z.object({ payer: textOf<"operator" | "wallet">(), count: int, price: minor }),
  )`
    select payer, count(*)::int as count, sum(price)::text as price from customer_messages
    where created_at > now() - interval '31 days' and accepted_at > now() - interval '30 days'
    group by payer`;
  const sum = (payer: "operator" | "wallet") => {
    const row = rows.find((sums) => sums.payer === payer);
    return { count: row?.count ?? 0, price: row?.price ?? 0n };
  };
  return { operator: sum("operator"), wallet: sum("wallet") };
}
