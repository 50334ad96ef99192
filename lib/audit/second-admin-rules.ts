import { sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { reconciling } from "#db/schema/reconcile";
import { Amount } from "#lib/core/amount";
import { type Ctx, requireAdmin } from "#lib/core/context";
import { decimalText, type Minor } from "#lib/core/money";
import { Reason } from "#lib/core/reason";
import { changedMeanwhile } from "./changed-meanwhile.ts";
import { record } from "./record.ts";
import { orPropose, type Waiting } from "./second-admin.ts";

export interface SecondAdminRules {
  /** What one admin moves alone within 24 hours, in minor units; what is above it needs approval. */
  above: Minor;
  /** Counts changes. */
  version: number;
}

/** Returns from which daily sum on manual money needs approval. Admins only. */
export async function readSecondAdminRules(ctx: Ctx): Promise<SecondAdminRules> {
  requireAdmin(ctx);
  const [rules] = await ctx.db
    .select({ above: reconciling.secondAdminAbove, version: reconciling.secondAdminVersion })
    .from(reconciling);
  if (!rules) throw new Error("the row of settings is missing");
  return rules;
}

export const SecondAdminRulesInput = z.object({
  above: Amount,
  version: z.coerce.number<string | number>().int(),
  reason: Reason,
});
export type SecondAdminRulesInput = z.input<typeof SecondAdminRulesInput>;

/**
 * Changes from which daily sum on manual money needs approval. Raising it needs approval itself; lowering it does not. Owners
 * only. @throws invalid at `above`; conflict when it changed meanwhile
 */
export async function changeSecondAdminRules(
  ctx: Ctx,
  asked: SecondAdminRulesInput,
): Promise<Waiting | undefined> {
  requireAdmin(ctx, "staff");
  const input = SecondAdminRulesInput.parse(asked);
  return inTransaction(ctx, async (tx) => {
    const before = await locked(tx);
    if (input.above <= before.above) return applySecondAdminRules(tx, input);
    const { above, reason } = input;
    const change = {
      ...{ kind: "settings" as const, amount: above, reason, about: "rules", subject: ABOUT },
      facts: { before: factsOf(before), after: factsOf(input) },
      input: { change: "rules", ...input, above: decimalText(above) },
    };
    return orPropose(tx, change, (tx) => applySecondAdminRules(tx, input));
  });
}

const ABOUT = { subject: "second_admin", subjectId: "rules" };

/** Changes it; the caller has checked the rights. Part of its transaction. @throws conflict when it changed meanwhile */
export async function applySecondAdminRules(ctx: Ctx, input: unknown): Promise<undefined> {
  const { above, version, reason } = SecondAdminRulesInput.parse(input);
  const before = await locked(ctx);
  if (version !== before.version) throw await changedMeanwhile(ctx, ABOUT);
  await ctx.db
    .update(reconciling)
    .set({ secondAdminAbove: above, secondAdminVersion: sql`${reconciling.secondAdminVersion} + 1` });
  await record(ctx, {
    ...{ ...ABOUT, action: "second_admin.rules", reason },
    ...{ before: factsOf(before), after: factsOf({ above }) },
  });
}

async function locked(ctx: Ctx): Promise<SecondAdminRules> {
  await ctx.db.execute(sql`select from reconciling for update`);
  return readSecondAdminRules(ctx);
}

const factsOf = ({ above }: { above: Minor }) => ({ secondAdminAbove: String(above) });
