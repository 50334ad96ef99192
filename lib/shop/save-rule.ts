import { z } from "zod";
import { inTransaction } from "#db/client";
import { storeRules } from "#db/schema/store";
import { record } from "#lib/audit/record";
import { type Ctx, requireReseller } from "#lib/core/context";
import { flat, hundredths } from "./markup.ts";
import { ownStore } from "./own-store.ts";
import type { RetailRule } from "./retail.ts";

const orNull = z.coerce.number<string | number>().int().positive().nullable().catch(null).default(null);

export const SaveRuleInput = z
  .object({
    networkId: orNull,
    typeName: z
      .string()
      .trim()
      .max(80)
      .transform((name) => name || null)
      .nullable()
      .default(null),
    kind: z.enum(["flat", "percent"]),
    /** An amount of money, or per cent with up to two decimals, as typed. */
    value: z.string("Type a number.").trim().max(20),
  })
  .transform(({ kind, value, ...scope }, check): RetailRule => {
    const typed = kind === "percent" ? hundredths(value, check) : flat(value, check);
    return { ...scope, planId: null, kind, value: typed };
  });
export type SaveRuleInput = z.input<typeof SaveRuleInput>;

/** Sets the markup of a scope of the acting reseller's shop, in place of the one it had; `savePlan` does it for one plan. */
export async function saveRule(ctx: Ctx, input: SaveRuleInput): Promise<void> {
  const { id } = requireReseller(ctx);
  const rule = SaveRuleInput.parse(input);
  await inTransaction(ctx, async (tx) => {
    const store = await ownStore(tx);
    await tx.db
      .insert(storeRules)
      .values({ ...rule, storeId: store.id })
      .onConflictDoUpdate({
        target: [storeRules.storeId, storeRules.networkId, storeRules.typeName, storeRules.planId],
        set: { kind: rule.kind, value: rule.value },
      });
    await record(tx, {
      action: "store.rule_saved",
      subject: "store",
      subjectId: store.slug,
      resellerId: id,
      after: { ...rule },
    });
  });
}
