import { and, eq } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { caseRules } from "#db/schema/case";
import { changedMeanwhile } from "#lib/audit/changed-meanwhile";
import { record } from "#lib/audit/record";
import { type Ctx, requireAdmin } from "#lib/core/context";
import { Reason } from "#lib/core/reason";
import { casePromise } from "./case-view.ts";

const Whole = z.coerce
  .number<string | number>("A whole number.")
  .int("A whole number.")
  .min(1, "At least 1.");

/** What a network's field of the form is called, before its id. */
export const CHECK_FIELD = "check-";

export const SetCaseRulesInput = z
  .object({
    answerHours: Whole.max(336, "At most 336, two weeks."),
    openDays: Whole.max(90, "At most 90."),
    version: z.coerce.number<string | number>().int(),
    reason: Reason,
  })
  .catchall(z.coerce.string<unknown>().trim().max(200, "Use at most 200 characters."));
export type SetCaseRulesInput = z.input<typeof SetCaseRulesInput>;

/**
 * Changes how soon cases are answered, until when one may be opened, and what number's owners are told about checking
 * their balance (`check-7` for the network 7). Admins only. @throws conflict when it changed meanwhile.
 */
export async function setCaseRules(ctx: Ctx, input: SetCaseRulesInput): Promise<void> {
  requireAdmin(ctx, "rules");
  const { answerHours, openDays, version, reason, ...rest } = SetCaseRulesInput.parse(input);
  const checks = Object.fromEntries(
    Object.entries(rest).flatMap(([name, words]) => {
      const network = name.startsWith(CHECK_FIELD) ? name.slice(CHECK_FIELD.length) : "";
      return /^\d{1,9}$/.test(network) && words !== "" ? [[network, words] as const] : [];
    }),
  );
  const about = { subject: "case_rules", subjectId: "1" };
  await inTransaction(ctx, async (tx) => {
    const { version: _, ...before } = await casePromise(tx);
    const after = { answerHours, openDays, checks };
    const [changed] = await tx.db
      .update(caseRules)
      .set({ ...after, version: version + 1 })
      .where(and(eq(caseRules.id, 1), eq(caseRules.version, version)))
      .returning({ id: caseRules.id });
    if (!changed) throw await changedMeanwhile(tx, about);
    await record(tx, { ...about, action: "case.rules", reason, before, after });
  });
}
