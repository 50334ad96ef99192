import { and, eq } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { deliveryIssueSettings } from "#db/schema/delivery-issue";
import { explainConflict } from "#lib/audit/explain-conflict";
import { recordAudit } from "#lib/audit/record-audit";
import { requireConfirmation } from "#lib/audit/require-confirmation";
import { type Ctx, requireAdmin } from "#lib/core/context";
import { Reason } from "#lib/core/text/reason";
import { getDeliveryIssueSettings } from "./delivery-issue-view.ts";

const PositiveInteger = z.coerce
  .number<string | number>("Enter a whole number.")
  .int("Enter a whole number.")
  .min(1, "Enter at least 1.");

/** The prefix of a form field for a network; its id follows. */
export const CHECK_FIELD_PREFIX = "check-";

export const SetDeliveryIssueSettingsInput = z
  .object({
    replyHours: PositiveInteger.max(336, "Enter at most 336 hours (two weeks)."),
    reportingWindowDays: PositiveInteger.max(90, "Enter at most 90 days."),
    version: z.coerce.number<string | number>().int(),
    reason: Reason,
  })
  .catchall(z.coerce.string<unknown>().trim().max(200, "Use at most 200 characters."));
export type SetDeliveryIssueSettingsInput = z.input<typeof SetDeliveryIssueSettingsInput>;

/**
 * Changes the time for replies, the reporting window, and how customers check their balance (`check-7` for
 * the network 7): a code that they dial could move their money. Admins only.
 * @throws conflict when it changed meanwhile; invalid at `confirmPassword`
 */
export async function setDeliveryIssueSettings(
  ctx: Ctx,
  input: SetDeliveryIssueSettingsInput,
): Promise<void> {
  requireAdmin(ctx, "rules");
  const { replyHours, reportingWindowDays, version, reason, ...rest } =
    SetDeliveryIssueSettingsInput.parse(input);
  await requireConfirmation(ctx);
  const checks = Object.fromEntries(
    Object.entries(rest).flatMap(([name, instruction]) => {
      const network = name.startsWith(CHECK_FIELD_PREFIX) ? name.slice(CHECK_FIELD_PREFIX.length) : "";
      return /^\d{1,9}$/.test(network) && instruction !== "" ? [[network, instruction] as const] : [];
    }),
  );
  const about = { subject: "delivery_issue_settings", subjectId: "1" };
  await inTransaction(ctx, async (tx) => {
    const { version: _, ...before } = await getDeliveryIssueSettings(tx);
    const after = { replyHours, reportingWindowDays, checks };
    const [changed] = await tx.db
      .update(deliveryIssueSettings)
      .set({ ...after, version: version + 1 })
      .where(and(eq(deliveryIssueSettings.id, 1), eq(deliveryIssueSettings.version, version)))
      .returning({ id: deliveryIssueSettings.id });
    if (!changed) throw await explainConflict(tx, about);
    await recordAudit(tx, { ...about, action: "delivery_issue.settings", reason, before, after });
  });
}
