import { and, eq, isNotNull, isNull } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { z } from "zod";
import { attempts, purchases } from "#db/schema/purchase";
import { discrepancies } from "#db/schema/reconcile";
import { nameActors } from "#lib/audit/actor-names";
import { requireAdmin } from "#lib/core/context";
import { defineList, type RowOf } from "#lib/core/list/list";
import { formatDecimal } from "#lib/core/money/money";
import { readIdent } from "#lib/core/text/search-text";
import { SearchText } from "#lib/core/text/single-line-text";

/** Discrepancies at the upstream, newest first; open ones by default. Admins only. */
export const discrepancyList = defineList({
  allow: requireAdmin,
  filter: {
    kind: z.enum(discrepancies.kind.enumValues),
    /** Open ones first, as they need a decision. */
    state: z.enum(["open", "closed", "all"]),
    /** The ident of the purchase at which it was seen. */
    q: SearchText,
  },
  pageSize: 50,
  read: async (ctx, { kind, state = "open", q }, slice) => {
    const p = alias(discrepancies, "p");
    const rows = await ctx.db
      .select({
        id: p.id,
        kind: p.kind,
        detail: p.detail,
        /** The purchase whose response showed it. */
        ident: purchases.ident,
        amount: p.amount,
        /** For a move of the balance, between which instants. */
        earliest: p.earliest,
        latest: p.latest,
        seenAt: p.seenAt,
        /** When, by whom and why it was closed; null while it is open. */
        closedAt: p.closedAt,
        closedBy: p.closedBy,
        reason: p.reason,
      })
      .from(p)
      .innerJoin(attempts, eq(attempts.id, p.attemptId))
      .innerJoin(purchases, eq(purchases.id, attempts.purchaseId))
      .where(
        and(
          state === "open" ? isNull(p.closedAt) : undefined,
          state === "closed" ? isNotNull(p.closedAt) : undefined,
          kind && eq(p.kind, kind),
          q ? eq(purchases.ident, readIdent(q)) : undefined,
          ...slice.conditions,
        ),
      )
      .orderBy(slice.orderBy)
      .limit(slice.limit);
    return slice.page(await nameActors(ctx, rows, "closedBy"), (row) => row);
  },
  file: {
    name: "discrepancies",
    columns: {
      number: ({ id }) => id,
      kind: ({ kind }) => kind,
      reference: ({ ident }) => ident,
      detail: ({ detail }) => detail,
      amount: ({ amount }) => (amount === null ? null : formatDecimal(amount)),
      earliest: ({ earliest }) => earliest,
      latest: ({ latest }) => latest,
      detected: ({ seenAt }) => seenAt,
      closed: ({ closedAt }) => closedAt,
      "closed by": ({ closedBy }) => closedBy,
      reason: ({ reason }) => reason,
    },
  },
});
export type Discrepancy = RowOf<typeof discrepancyList>;
