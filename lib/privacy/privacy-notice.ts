import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { privacyNotice as table } from "#db/schema/privacy";
import { explainConflict } from "#lib/audit/explain-conflict";
import { recordAudit } from "#lib/audit/record-audit";
import { type Ctx, requireAdmin } from "#lib/core/context";
import type { Tables } from "#lib/core/table";
import { Reason } from "#lib/core/text/reason";

/** Returns the operator's part of the privacy notice. For everyone. */
export async function getPrivacyNotice(ctx: Ctx): Promise<{ text: string; version: number }> {
  const [row] = await ctx.db.select({ text: table.text, version: table.version }).from(table);
  if (!row) throw new Error("The row of the privacy notice is missing.");
  return row;
}

/** Personal data that is deleted, or made anonymous, after some days. */
export interface RetentionView {
  data: string;
  days: number;
}

/** Lists how long personal data is kept, the longest last; from the same rules by which it is deleted. */
export function listRetention(tables: Tables): RetentionView[] {
  return Object.values(tables)
    .flatMap(({ retention, personalData }) =>
      "label" in retention && !("none" in personalData)
        ? [{ data: retention.label, days: retention.days() }]
        : [],
    )
    .toSorted((a, b) => a.days - b.days);
}

export const SetPrivacyNoticeInput = z.object({
  text: z.string().trim().max(2_000, "Use at most 2,000 characters.").default(""),
  version: z.coerce.number<string | number>().int(),
  reason: Reason,
});
export type SetPrivacyNoticeInput = z.input<typeof SetPrivacyNoticeInput>;

/** Sets the operator's part of the privacy notice. Admins only. @throws conflict when it changed meanwhile */
export async function setPrivacyNotice(ctx: Ctx, input: SetPrivacyNoticeInput): Promise<void> {
  requireAdmin(ctx, "rules");
  const { text, version, reason } = SetPrivacyNoticeInput.parse(input);
  await inTransaction(ctx, async (tx) => {
    const about = { subject: "privacy", subjectId: "notice" };
    const [before] = await tx.db.select().from(table).for("update");
    if (before?.version !== version) throw await explainConflict(tx, about);
    await tx.db
      .update(table)
      .set({ text, version: sql`${table.version} + 1` })
      .where(eq(table.version, version));
    await recordAudit(tx, {
      ...about,
      action: "privacy.notice",
      reason,
      before: { text: before.text },
      after: { text },
    });
  });
}
