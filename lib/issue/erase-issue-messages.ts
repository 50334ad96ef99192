import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { recordAudit } from "#lib/audit/record-audit";
import { type Ctx, requireAdmin } from "#lib/core/context";
import { readRows } from "#lib/core/read-rows";
import { Reason } from "#lib/core/text/reason";

/** The tables whose texts may name people: the columns to clear, and the condition for rows of an account. */
const ERASABLE_TEXTS = [
  {
    table: sql`delivery_issue_messages`,
    erased: sql`text = null, note = null, erased_at = now()`,
    of: sql`delivery_issue_id in (select id from delivery_issues where reseller_id = person.id)`,
  },
  {
    table: sql`complaints`,
    erased: sql`details = null, answer = null, erased_at = now()`,
    of: sql`reseller_id = person.id`,
  },
];

export const EraseIssueMessagesOfInput = z.object({
  email: z.email("Enter a valid email address.").max(254),
  reason: Reason,
});
export type EraseIssueMessagesOfInput = z.input<typeof EraseIssueMessagesOfInput>;

/**
 * Erases the texts of a reseller's delivery issues, and of complaints to their shop. Admins only.
 * @returns the number erased.
 */
export async function eraseIssueMessagesOf(ctx: Ctx, input: EraseIssueMessagesOfInput): Promise<number> {
  requireAdmin(ctx, "personal");
  const { email, reason } = EraseIssueMessagesOfInput.parse(input);
  const person = sql`(select id from accounts where lower(email) = lower(${email})) person`;
  const erase = (table: SQL, set: SQL, of: SQL) =>
    sql`
      update ${table}
      set ${set}
      from ${person}
      where erased_at is null and ${of}
      returning person.id as account`;
  return inTransaction(ctx, async (tx) => {
    const rows: { account: string }[] = [];
    for (const { table, erased, of } of ERASABLE_TEXTS)
      rows.push(...(await readRows(tx.db, z.object({ account: z.string() }))`${erase(table, erased, of)}`));
    const [first] = rows;
    if (!first) return 0;
    await recordAudit(tx, {
      action: "delivery_issue.erased",
      subject: "account",
      subjectId: first.account,
      reason,
      before: { texts: rows.length },
      after: { texts: 0 },
    });
    return rows.length;
  });
}
