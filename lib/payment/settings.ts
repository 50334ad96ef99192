import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { FEE_BEARERS, paymentSettings as table } from "#db/schema/payment";
import { changedMeanwhile } from "#lib/audit/changed-meanwhile";
import { record } from "#lib/audit/record";
import { Amount } from "#lib/core/amount";
import { type Ctx, requireAdmin } from "#lib/core/context";
import { invalid } from "#lib/core/error";
import { Reason } from "#lib/core/reason";
import { configured, type Providers } from "./configured.ts";
import { PROVIDER_NAMES } from "./names.ts";
import { PROVIDERS } from "./provider.ts";

type Rules = Omit<typeof table.$inferSelect, "id">;

/** How resellers may pay online, as the operator set it; amounts in minor units. Rights are the caller's. */
export async function paymentSettings(ctx: Ctx): Promise<Rules> {
  const { off, feeBearer, least, most, accountsBy, collect, version } = table;
  const [row] = await ctx.db
    .select({ off, feeBearer, least, most, accountsBy, collect, version })
    .from(table);
  if (!row) throw new Error("the row of payment settings is missing");
  return row;
}

/** The same with the providers that have keys, each on or off, and who may give account numbers. Admins only. */
export async function paymentRules(ctx: Ctx, using: Providers = configured()) {
  requireAdmin(ctx);
  const { off, ...rest } = await paymentSettings(ctx);
  const providers = [...using.keys()].map((name) => ({
    name,
    label: PROVIDER_NAMES[name],
    on: !off.includes(name),
  }));
  const accountProviders = PROVIDERS.filter((name) => using.has(name) || name === rest.accountsBy).map(
    (name) => ({ name, label: PROVIDER_NAMES[name] }),
  );
  return { ...rest, providers, accountProviders };
}
export type PaymentRules = Awaited<ReturnType<typeof paymentRules>>;

const Names = z
  .union([z.enum(PROVIDERS), z.array(z.enum(PROVIDERS))])
  .default([])
  .transform((names) => [names].flat());

export const SetPaymentRulesInput = z.object({
  /** The providers that the form showed: those whose keys are set. The others stay as they are. */
  shown: Names,
  /** Those of them that are on. */
  on: Names,
  feeBearer: z.enum(FEE_BEARERS),
  /** Who gives resellers account numbers of their own; nobody when empty. */
  accountsBy: z
    .enum(["", ...PROVIDERS])
    .nullable()
    .default(null)
    .transform((name) => name || null),
  /** Whether shops may be paid through the operator's account, where their reseller may. */
  collect: z.enum(["", "yes"]).default(""),
  least: Amount,
  most: Amount,
  version: z.coerce.number<string | number>().int(),
  reason: Reason,
});
export type SetPaymentRulesInput = z.input<typeof SetPaymentRulesInput>;

/**
 * Sets how resellers may pay online; what they began before goes on as it was begun. Admins only.
 * @throws invalid when the bounds contradict each other; conflict when it changed meanwhile
 */
export async function setPaymentRules(ctx: Ctx, input: SetPaymentRulesInput): Promise<void> {
  requireAdmin(ctx, "rules");
  const { shown, on, version, reason, collect, ...set } = SetPaymentRulesInput.parse(input);
  const rules = { ...set, collect: collect === "yes" };
  if (rules.most < rules.least) throw invalid("most", "At least as much as the least.");
  await inTransaction(ctx, async (tx) => {
    const about = { subject: "payment", subjectId: "rules" };
    const [before] = await tx.db.select().from(table).for("update");
    if (before?.version !== version) throw await changedMeanwhile(tx, about);
    const off = PROVIDERS.filter((name) =>
      shown.includes(name) ? !on.includes(name) : before.off.includes(name),
    );
    await tx.db
      .update(table)
      .set({ ...rules, off, version: sql`${table.version} + 1` })
      .where(eq(table.version, version));
    await record(tx, {
      ...about,
      action: "payment.rules",
      reason,
      before: ruleFacts(before),
      after: ruleFacts({ ...rules, off }),
    });
  });
}

/** What a record says of the rules. */
function ruleFacts({ off, feeBearer, least, most, accountsBy, collect }: Omit<Rules, "version">) {
  return { off, feeBearer, least, most, accountsBy, collect };
}
