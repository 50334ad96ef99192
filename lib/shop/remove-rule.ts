import { and, eq } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { storeRules } from "#db/schema/store";
import { record } from "#lib/audit/record";
import { type Ctx, requireReseller } from "#lib/core/context";
import { notFound } from "#lib/core/error";
import { ownStore } from "./own-store.ts";

export const RemoveRuleInput = z.object({ id: z.coerce.number<string | number>().int().positive() });
export type RemoveRuleInput = z.infer<typeof RemoveRuleInput>;

/** Takes a markup out of the acting reseller's shop; the next wider one counts from now on. @throws not_found */
export async function removeRule(ctx: Ctx, input: RemoveRuleInput): Promise<void> {
  const reseller = requireReseller(ctx);
  const { id } = RemoveRuleInput.parse(input);
  await inTransaction(ctx, async (tx) => {
    const store = await ownStore(tx);
    const [removed] = await tx.db
      .delete(storeRules)
      .where(and(eq(storeRules.id, id), eq(storeRules.storeId, store.id)))
      .returning();
    if (!removed) throw notFound("rule");
    await record(tx, {
      action: "store.rule_removed",
      subject: "store",
      subjectId: store.slug,
      resellerId: reseller.id,
      before: { ...removed },
    });
  });
}
