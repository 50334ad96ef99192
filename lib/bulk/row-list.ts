import { and, eq, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { z } from "zod";
import { bulkRows, bulkRuns } from "#db/schema/bulk";
import { purchases } from "#db/schema/purchase";
import { planLabel } from "#lib/catalogue/catalogue";
import { current } from "#lib/catalogue/current";
import { requireReseller } from "#lib/core/context";
import { defineList } from "#lib/core/list";
import { decimalText, type Minor } from "#lib/core/money";
import { groupedPhone, parsePhone } from "#lib/core/phone";
import { Words } from "#lib/core/words";
import type { Problem } from "./check-rows.ts";
import { PROBLEM_WORDS } from "./problem-words.ts";
import { STATUSES, type Status, statusOf } from "./run-view.ts";

const p = alias(bulkRows, "p");
const b = alias(purchases, "b");

/** A row of a list. Money in minor units. */
export interface RowView {
  id: number;
  line: number;
  /** As it was written. */
  number: string;
  plan: string;
  note: string;
  /** What the customer pays, as it was written, and in minor units where that is known. */
  retailText: string;
  retail: Minor | null;
  planId: number | null;
  /** The number grouped; null where it is none. */
  phone: string | null;
  phoneE164: string | null;
  /** The plan in words; null where none is known. */
  planLabel: string | null;
  price: Minor | null;
  priceWas: Minor | null;
  problem: Problem | null;
  /** It was asked about, and is right so. */
  meant: boolean;
  status: Status;
  /** Its purchase, and how that ended in the provider's words. */
  ident: string | null;
  outcome: string | null;
  endedAt: Date | null;
}

const STATES = {
  waiting: "Waiting",
  open: "On its way",
  successful: "Delivered",
  unconfirmed: "Not confirmed yet",
  failed: "Failed, money back",
  cancelled: "Cancelled",
  reversed: "Reversed",
  left: "Not bought",
} as const satisfies Record<Status, string>;

/** The rows of one of the acting reseller's lists, in its order. Somebody else's has none. */
export const rowList = (runId: number) =>
  defineList({
    allow: requireReseller,
    order: "oldest",
    filter: {
      show: z.enum([...STATUSES, "problem", "right"]),
      /** A number, an ident, or a part of a note. */
      q: Words.min(1).max(60),
    },
    pageSize: 50,
    read: async (ctx, { show, q }, slice) => {
      const { id } = requireReseller(ctx);
      const [rows, { plans }] = await Promise.all([
        ctx.db
          .select({
            ...{ id: p.id, line: p.line, number: p.number, plan: p.plan, note: p.note, phone: p.phone },
            ...{ retailText: p.retailText, retail: p.retail },
            ...{ planId: p.planId, price: p.price, priceWas: p.priceWas, problem: p.problem, meant: p.meant },
            ...{ status: statusOf, ident: b.ident, outcome: b.outcome, endedAt: b.settledAt, paid: b.price },
            ...{
              network: b.networkName,
              size: b.size,
              volume: b.volume,
              type: b.typeName,
              validity: b.validity,
            },
          })
          .from(p)
          .innerJoin(bulkRuns, and(eq(bulkRuns.id, p.runId), eq(bulkRuns.resellerId, id)))
          .leftJoin(b, eq(b.id, p.purchaseId))
          .where(and(eq(p.runId, runId), shown(show), searched(q), ...slice.conditions))
          .orderBy(slice.orderBy)
          .limit(slice.limit),
        current(ctx),
      ]);
      return slice.page(
        rows,
        ({ planId, network, size, volume, type, validity, phone, paid, ...row }): RowView => {
          const plan = planId === null ? undefined : plans.get(planId);
          const bought = network === null ? null : `${network} ${size} ${volume} ${type}, ${validity}`;
          return {
            ...row,
            planId,
            phone: phone && groupedPhone(phone),
            phoneE164: phone,
            planLabel: bought ?? (plan ? planLabel(plan) : null),
            price: paid ?? row.price,
          };
        },
      );
    },
    file: {
      name: "list",
      columns: {
        line: ({ line }) => line,
        number: ({ phone, number }) => phone ?? number,
        plan: ({ planLabel, plan }) => planLabel ?? plan,
        note: ({ note }) => note,
        price: ({ price }) => (price === null ? null : decimalText(price)),
        retail: ({ retail, retailText }) => (retail === null ? retailText : decimalText(retail)),
        result: ({ status }) => STATES[status],
        why: ({ outcome, problem }) => outcome ?? (problem && PROBLEM_WORDS[problem]),
        reference: ({ ident }) => ident,
        ended: ({ endedAt }) => endedAt,
      },
    },
  });

function shown(show: Status | "problem" | "right" | undefined): SQL | undefined {
  if (show === undefined) return undefined;
  if (show === "problem") return sql`p.problem is not null`;
  if (show === "right") return sql`p.problem is null`;
  return sql`${statusOf} = ${show}`;
}

function searched(q: string | undefined): SQL | undefined {
  if (!q) return undefined;
  const part = q.toLowerCase();
  const finds = [
    sql`b.ident = ${q.toUpperCase()}`,
    sql`strpos(lower(p.note), ${part}) > 0`,
    sql`strpos(lower(p.number), ${part}) > 0`,
  ];
  const phone = parsePhone(q);
  if (phone) finds.push(sql`p.phone = ${phone}`);
  return sql`(${sql.join(finds, sql` or `)})`;
}
