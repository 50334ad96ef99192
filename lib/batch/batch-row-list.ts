import { and, eq, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { z } from "zod";
import { batches, batchRows } from "#db/schema/batch";
import { purchases } from "#db/schema/purchase";
import { getCatalogue } from "#lib/catalogue/get-catalogue";
import { formatPlanLabel, formatPlanSize } from "#lib/catalogue/plan-label";
import { requireReseller } from "#lib/core/context";
import { defineList } from "#lib/core/list/list";
import { formatDecimal, type Minor } from "#lib/core/money/money";
import { formatNetworkName } from "#lib/core/text/display-name";
import { explainPhone } from "#lib/core/text/explain-phone";
import { formatPhone, getPhoneRule, parsePhone } from "#lib/core/text/phone";
import { containsText, readIdent } from "#lib/core/text/search-text";
import { SingleLineText } from "#lib/core/text/single-line-text";
import { BATCH_ROW_STATUSES, type BatchRowStatus, batchRowStatus } from "./batch-view.ts";
import { type BatchRowProblem, PROBLEM_LABELS } from "./check-batch-rows.ts";
import { buildLikelyNetwork } from "./likely-network.ts";
import { isOwnBatch } from "./own-batch.ts";

const p = alias(batchRows, "p");
const b = alias(purchases, "b");

/** A row of a batch. Money in minor units. */
export interface BatchRowView {
  id: number;
  line: number;
  /** As the reseller wrote it. */
  number: string;
  plan: string;
  note: string;
  /** The selling price as the reseller wrote it; `sellingPrice` is null when the text is invalid. */
  sellingPriceText: string;
  sellingPrice: Minor | null;
  planId: number | null;
  /** Grouped for reading; null when the number is invalid. */
  phone: string | null;
  phoneE164: string | null;
  /** The network that a draft's number looks like, if its plan is another's. */
  otherNetwork: string | null;
  /** Null when the plan text matches no plan. */
  planLabel: string | null;
  planSize: string | null;
  price: Minor | null;
  previousPrice: Minor | null;
  problem: BatchRowProblem | null;
  confirmed: boolean;
  status: BatchRowStatus;
  /** The purchase's ident, and its result in the supplier's words. */
  ident: string | null;
  outcome: string | null;
  endedAt: Date | null;
}

const STATUS_LABELS = {
  waiting: "Queued",
  open: "Processing",
  successful: "Delivered",
  unconfirmed: "Unconfirmed",
  failed: "Failed, refunded",
  cancelled: "Cancelled, refunded",
  reversed: "Reversed",
  left: "Not bought",
} as const satisfies Record<BatchRowStatus, string>;

/** The rows of one of the actor's batches, in order; none for another's batch. */
export const batchRowList = (batchId: number) =>
  defineList({
    allow: (ctx) => requireReseller(ctx, "batches"),
    order: "oldest",
    filter: {
      show: z.enum([...BATCH_ROW_STATUSES, "problem", "right"]),
      q: SingleLineText.min(1).max(60),
    },
    pageSize: 50,
    read: async (ctx, { show, q }, slice) => {
      const [{ plans, networks }, likelyNetwork] = await Promise.all([
        getCatalogue(ctx),
        buildLikelyNetwork(ctx),
      ]);
      const rows = await ctx.db
        .select({
          id: p.id,
          line: p.line,
          number: p.number,
          plan: p.plan,
          note: p.note,
          phone: p.phone,
          sellingPriceText: p.sellingPriceText,
          sellingPrice: p.sellingPrice,
          planId: p.planId,
          price: p.price,
          previousPrice: p.previousPrice,
          problem: p.problem,
          confirmed: p.confirmed,
          status: batchRowStatus,
          ident: b.ident,
          outcome: b.outcome,
          endedAt: b.settledAt,
          paid: b.price,
          network: b.networkName,
          size: b.size,
          volume: b.volume,
          type: b.typeName,
          validity: b.validity,
          likelyNetworkId: likelyNetwork(sql`${p.phone}`),
        })
        .from(p)
        .innerJoin(batches, and(eq(batches.id, p.batchId), isOwnBatch(ctx, batches)))
        .leftJoin(b, eq(b.id, p.purchaseId))
        .where(
          and(eq(p.batchId, batchId), buildShowCondition(show), buildSearchCondition(q), ...slice.conditions),
        )
        .orderBy(slice.orderBy)
        .limit(slice.limit);
      const networkNames = new Map(networks.map(({ id, name }) => [id, formatNetworkName(name)]));
      return slice.page(
        rows,
        ({
          planId,
          network,
          size,
          volume,
          type,
          validity,
          phone,
          paid,
          likelyNetworkId,
          ...row
        }): BatchRowView => {
          const plan = planId === null ? undefined : plans.get(planId);
          const bought =
            network === null || size === null || volume === null || type === null || validity === null
              ? null
              : { networkName: network, size, volume, typeName: type, validity };
          const named = bought ?? plan;
          return {
            ...row,
            planId,
            phone: phone && formatPhone(phone),
            phoneE164: phone,
            otherNetwork:
              row.status === "waiting" && plan && likelyNetworkId !== plan.networkId
                ? (networkNames.get(likelyNetworkId ?? 0) ?? null)
                : null,
            planLabel: named ? formatPlanLabel(named) : null,
            planSize: named ? formatPlanSize(named) : null,
            price: paid ?? row.price,
          };
        },
      );
    },
    file: {
      name: "batch",
      columns: {
        line: ({ line }) => line,
        number: ({ phone, number }) => phone ?? number,
        plan: ({ planLabel, plan }) => planLabel ?? plan,
        note: ({ note }) => note,
        price: ({ price }) => (price === null ? null : formatDecimal(price)),
        "selling price": ({ sellingPrice, sellingPriceText }) =>
          sellingPrice === null ? sellingPriceText : formatDecimal(sellingPrice),
        result: ({ status }) => STATUS_LABELS[status],
        reason: describeBatchRow,
        reference: ({ ident }) => ident,
        ended: ({ endedAt }) => endedAt,
      },
    },
  });

/** @returns the supplier's words, or the row's problem with what can be said about its number. */
export function describeBatchRow({ outcome, problem, number }: BatchRowView): string | null {
  if (outcome !== null || problem === null) return outcome;
  const label = PROBLEM_LABELS[problem];
  return problem === "number" ? `${label} ${explainPhone(getPhoneRule(), number)}`.trimEnd() : label;
}

function buildShowCondition(show: BatchRowStatus | "problem" | "right" | undefined): SQL | undefined {
  if (show === undefined) return undefined;
  if (show === "problem") return sql`p.problem is not null`;
  if (show === "right") return sql`p.problem is null`;
  return sql`${batchRowStatus} = ${show}`;
}

function buildSearchCondition(q: string | undefined): SQL | undefined {
  if (!q) return undefined;
  const finds = [
    sql`b.ident = ${readIdent(q)}`,
    containsText(sql`p.note`, q),
    containsText(sql`p.number`, q),
  ];
  const phone = parsePhone(q);
  if (phone) finds.push(sql`p.phone = ${phone}`);
  return sql`(${sql.join(finds, sql` or `)})`;
}
