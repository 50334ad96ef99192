import { sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { type Ctx, requireAdmin } from "#lib/core/context";
import { notFound } from "#lib/core/error";
import { localDigits } from "#lib/core/phone";
import { Reason } from "#lib/core/reason";
import { record } from "./record.ts";

export const ErasePersonalInput = z.object({
  /** Of the person: an account, or somebody who once asked for one. */
  email: z.email("This does not look like an e-mail address.").max(254).optional(),
  /** Or of whoever has this mobile number, in E.164. */
  phone: z
    .string()
    .regex(/^\+\d{6,15}$/)
    .optional(),
  reason: Reason,
});
export type ErasePersonalInput = z.input<typeof ErasePersonalInput>;

/**
 * Erases for ever what audit records say about a person: in records about their account and shop, and wherever their
 * e-mail address or number is named. The records stay and name them by their account's number; the account is not touched.
 * Admins only. @returns in how many records. @throws not_found when no record says anything about them.
 */
export async function erasePersonal(ctx: Ctx, input: ErasePersonalInput): Promise<number> {
  requireAdmin(ctx, "personal");
  const { email = null, phone, reason } = ErasePersonalInput.parse(input);
  // As people write it: with the country's code or a zero before it, and in groups.
  const number = phone && [...localDigits(phone).replace(/^0/, "")].join("[ ().-]*");
  return inTransaction(ctx, async (tx) => {
    const erased = await tx.db.execute<{ account: string | null }>(sql`
      with person as (select id from accounts where lower(email) = lower(${email})),
      -- The address as a whole: another's may begin or end with it. A line break reads \\n in the text of JSON.
      address as (
        select '(^|[^[:alnum:]._%+-]|\\\\[nrt])' || regexp_replace(lower(${email}), '([^[:alnum:]])', '\\\\\\1', 'g')
          || '[.-]*($|[^[:alnum:].-])' as pattern
      ),
      theirs as (
        select a.id from audit a, person p where a.reseller_id = p.id
        union select a.id from audit a, person p where a.subject = 'account' and a.subject_id = p.id::text
      )
      update audit_personal set facts = null, erased_at = now()
      where facts is not null
        and (audit_id in (select id from theirs) or lower(facts::text) ~ (select pattern from address)
          or facts::text ~ ${number ? `(^|[^0-9]|[+][0-9]{1,3}[ ().-]*|0)${number}($|[^0-9])` : null})
      returning (select id from person) as account`);
    const [first] = erased;
    if (!first) throw notFound("person");
    await record(tx, {
      action: "personal.erased",
      subject: "account",
      subjectId: first.account ?? "none",
      reason,
      before: { records: erased.length },
      after: { records: 0 },
    });
    return erased.length;
  });
}
