import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { operatorEntries, payments, providerTransactions } from "#db/schema/payment";
import { purchases } from "#db/schema/purchase";
import { orders } from "#db/schema/shop";
import { formatPlanName } from "#lib/catalogue/plan-label";
import type { Ctx } from "#lib/core/context";
import { defineList, type RowOf } from "#lib/core/list/list";
import { labelCell, moneyCell, phoneCell, plainCell, textCell, timeCell } from "#lib/core/list/stream-csv";
import { int, readRows } from "#lib/core/read-rows";
import { formatOrderReference } from "#lib/core/text/order-reference";
import { formatPhone } from "#lib/core/text/phone";
import { ENTRY_LABELS, type EntryKind } from "#lib/ledger/entry-labels";
import { buildEntriesCsvQuery, readEntries, statementFilter } from "#lib/ledger/statement";
import { resolveWalletOwner } from "#lib/ledger/wallet";

/** A wallet's entries, newest first, with purchases: the acting reseller's, or for admins anyone's. */
export const walletStatement = (resellerId?: number) =>
  defineList({
    allow: (ctx) => resolveWalletOwner(ctx, resellerId),
    filter: statementFilter,
    pageSize: 50,
    fromReplica: true,
    read: async (ctx, filter, slice) => {
      const page = await readEntries(ctx, resolveWalletOwner(ctx, resellerId), filter, slice);
      const owner = resolveWalletOwner(ctx, resellerId);
      const [bought, paidOrders, others] = [
        await readPurchasesById(
          ctx,
          owner,
          page.rows.flatMap(({ purchaseId }) => purchaseId ?? []),
        ),
        await readOrderReferences(
          ctx,
          page.rows.flatMap(({ purchaseId, journalId }) => (purchaseId === null ? journalId : [])),
        ),
        await readOthers(
          ctx,
          page.rows.flatMap(({ kind, journalId }) => (isOfTwo(kind) ? journalId : [])),
        ),
      ];
      const rows = page.rows.map((entry) => ({
        ...entry,
        purchase: bought.get(entry.purchaseId ?? 0) ?? null,
        /** The shop's order whose payment it is: "K7F-3QD". */
        order: paidOrders.get(entry.journalId) ?? null,
        /** The name of the agent or parent whom the money came from or went to. */
        other: others.get(entry.journalId) ?? null,
      }));
      return { ...page, rows };
    },
    file: {
      name: resellerId === undefined ? "wallet" : `wallet-${resellerId}`,
      written: (ctx, filter) => {
        const { from, conditions } = buildEntriesCsvQuery(resolveWalletOwner(ctx, resellerId), filter);
        return {
          from: sql`${from} left join purchases bought on bought.id = p.purchase_id and bought.reseller_id = p.reseller_id`,
          conditions,
          cells: {
            time: timeCell(sql`p.at`),
            entry: plainCell(sql`p.id`),
            type: labelCell(sql`p.kind`, ENTRY_LABELS),
            amount: moneyCell(sql`e.amount`),
            "balance after": moneyCell(sql`e.balance`),
            reason: textCell(sql`p.reason`),
            reference: plainCell(sql`bought.ident`),
            plan: textCell(sql`(bought.network_name || ' ' || bought.size || ' ' || bought.volume)`),
            number: phoneCell(sql`bought.phone`),
            "sold by": textCell(sellerName(sql`bought.helper_id`)),
            other: textCell(sql`case when ${isOfTwoSql(sql`p.kind`)} then ${otherName(sql`p`)} end`),
          },
        };
      },
    },
  });
export type StatementLine = RowOf<ReturnType<typeof walletStatement>>;

/** Reads the references of the orders that customers paid by these journals. */
async function readOrderReferences(ctx: Ctx, journalIds: number[]): Promise<Map<number, string>> {
  if (journalIds.length === 0) return new Map();
  const rows = await ctx.db
    .select({ journalId: operatorEntries.journalId, reference: orders.reference })
    .from(operatorEntries)
    .innerJoin(providerTransactions, eq(providerTransactions.id, operatorEntries.transactionId))
    .innerJoin(payments, eq(payments.id, providerTransactions.paymentId))
    .innerJoin(orders, eq(orders.id, payments.orderId))
    .where(inArray(operatorEntries.journalId, journalIds));
  return new Map(rows.map(({ journalId, reference }) => [journalId ?? 0, formatOrderReference(reference)]));
}

const sellerName = (helperId: SQL) => sql<string | null>`(select name from accounts where id = ${helperId})`;

/** Kinds of entries between a parent and an agent. */
const KINDS_OF_TWO: readonly EntryKind[] = ["commission", "commission_reversal", "send", "receive"];
const isOfTwo = (kind: EntryKind) => KINDS_OF_TWO.includes(kind);
const isOfTwoSql = (kind: SQL) => sql`${kind} in ${[...KINDS_OF_TWO]}`;

/** Selects the name of the other of a journal `p` between two: of a commission the agent's. */
const otherName = (p: SQL) => sql<string | null>`(
  select a.name
  from accounts a
  where a.id = coalesce(
    (select reseller_id from purchases where id = ${p}.purchase_id),
    (select to_id from agent_transfers where send_journal_id = ${p}.id),
    (select from_id from agent_transfers where receive_journal_id = ${p}.id)))`;

async function readOthers(ctx: Ctx, journalIds: number[]): Promise<Map<number, string | null>> {
  if (journalIds.length === 0) return new Map();
  const rows = await readRows(ctx.db, z.object({ id: int, name: z.string().nullable() }))`
    select p.id, ${otherName(sql`p`)} as name from journals p where p.id in ${journalIds}`;
  return new Map(rows.map(({ id, name }) => [id, name]));
}

async function readPurchasesById(ctx: Ctx, owner: number, ids: number[]) {
  const { id, ident, networkName, size, volume, phone } = purchases;
  const rows =
    ids.length === 0
      ? []
      : await ctx.db
          .select({
            id,
            ident,
            networkName,
            size,
            volume,
            phone,
            soldBy: sellerName(sql`${purchases.helperId}`),
          })
          .from(purchases)
          .where(and(inArray(id, [...new Set(ids)]), eq(purchases.resellerId, owner)));
  return new Map(
    rows.map((row) => [
      row.id,
      {
        ident: row.ident,
        what: formatPlanName(row),
        /** The name of the helper who sold it; null for the reseller's own. */
        soldBy: row.soldBy,
        networkName: row.networkName,
        phone: formatPhone(row.phone),
        phoneE164: row.phone,
      },
    ]),
  );
}
