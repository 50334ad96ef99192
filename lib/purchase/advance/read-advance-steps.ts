import { and, eq, like } from "drizzle-orm";
import { journals } from "#db/schema/ledger";
import type { Ctx } from "#lib/core/context";
import { formatMoney, type Minor } from "#lib/core/money/money";
import type { Advance, TimelineStep } from "#lib/purchase/read/purchase-view";

const STEP_TEXTS: Readonly<Record<string, (price: string) => string>> = {
  advance: (price) => `Still unconfirmed after a day. ${price} was credited to the wallet.`,
  advance_closed: (price) => `The credit of ${price} took the place of the refund.`,
  advance_repaid: (price) => `The credit of ${price} was returned from the wallet.`,
  advance_waived: (price) => `The credit of ${price} was kept. The operator bears it.`,
};

/** Reads the steps of a purchase's advance from the ledger. Rights are the caller's. */
export async function readAdvanceSteps(
  ctx: Ctx,
  { id, price, advance }: { id: number; price: Minor; advance: Advance },
): Promise<TimelineStep[]> {
  if (!advance) return [];
  const rows = await ctx.db
    .select({ kind: journals.kind, at: journals.at })
    .from(journals)
    .where(and(eq(journals.purchaseId, id), like(journals.kind, "advance%")))
    .orderBy(journals.id);
  return rows.map(({ kind, at }) => ({
    at,
    kind: "advance",
    text: STEP_TEXTS[kind]?.(formatMoney(price)) ?? kind,
  }));
}
