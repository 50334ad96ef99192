import { z } from "zod";
import { inTransaction } from "#db/client";
import { storeRules } from "#db/schema/store";
import { record } from "#lib/audit/record";
import { type Ctx, requireReseller } from "#lib/core/context";
import { parseMoney } from "#lib/core/money";
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
    planId: orNull,
    kind: z.enum(["flat", "percent"]),
    /** An amount of money, or per cent with up to two decimals, as typed. */
    value: z.string("Type a number.").trim().max(20),
  })
  .transform(({ kind, value, ...scope }, check): RetailRule => {
    const typed = kind === "percent" ? hundredths(value, check) : flat(value, check);
    return { ...scope, kind, value: typed };
  });
export type SaveRuleInput = z.input<typeof SaveRuleInput>;

/** Sets the markup of a scope of the acting reseller's shop, in place of the one it had. */
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

/** Per cent as typed ("12.5", "12.5%") in hundredths of a per cent, up to 1,000 %. */
export function hundredths(text: string, check: z.RefinementCtx): bigint {
  const match = /^(\d{1,4})(?:\.(\d{1,2}))?\s*%?$/.exec(text.trim());
  const value = match && BigInt(`${match[1]}${(match[2] ?? "").padEnd(2, "0")}`);
  if (value !== null && value <= 100_000n) return value;
  check.addIssue({ code: "custom", message: "Type per cent, such as 10 or 12.5.", path: ["value"] });
  return z.NEVER;
}

function flat(text: string, check: z.RefinementCtx): bigint {
  const value = parseMoney(text);
  if (value !== undefined && value >= 0n && value <= 1_000_000_00n) return value;
  check.addIssue({ code: "custom", message: "Type an amount, such as 50.", path: ["value"] });
  return z.NEVER;
}
