import { z } from "zod";
import { inTransaction } from "#db/client";
import { type Ctx, requireAdmin } from "#lib/core/context";
import { notFoundError } from "#lib/core/error";
import { readRows } from "#lib/core/read-rows";
import { toLocalDigits } from "#lib/core/text/phone";
import { Reason } from "#lib/core/text/reason";
import { recordAudit } from "./record-audit.ts";

export const EraseAuditPersonalDataInput = z.object({
  /** The email of an account or a sign-up request. */
  email: z.email("Enter a valid email address.").max(254).optional(),
  /** Or the mobile number, in E.164. */
  phone: z
    .string()
    .regex(/^\+\d{6,15}$/)
    .optional(),
  reason: Reason,
});
export type EraseAuditPersonalDataInput = z.input<typeof EraseAuditPersonalDataInput>;

/**
 * Permanently erases a person's data from audit records: those about their account and shop, and
 * any that name their email or number. The records stay and name the account's id; the account
 * isn't changed. Admins only.
 * @returns the number of changed records. @throws not_found when no record has data about them.
 */
export async function eraseAuditPersonalData(ctx: Ctx, input: EraseAuditPersonalDataInput): Promise<number> {
  requireAdmin(ctx, "personal");
  const { email = null, phone, reason } = EraseAuditPersonalDataInput.parse(input);
  // Matches the number with the country code or a zero before it, and in groups.
  const number = phone && [...toLocalDigits(phone).replace(/^0/, "")].join("[ ().-]*");
  return inTransaction(ctx, async (tx) => {
    const erased = await readRows(tx.db, z.object({ account: z.string().nullable() }))`
      with person as (select id from accounts where lower(email) = lower(${email})),
      -- The address as a whole: another's may begin or end with it. A line break reads
      -- \\n in the text of JSON.
      address as (
        select
          '(^|[^[:alnum:]._%+-]|\\\\[nrt])'
            || regexp_replace(lower(${email}), '([^[:alnum:]])', '\\\\\\1', 'g')
            || '[.-]*($|[^[:alnum:].-])' as pattern
      ),
      theirs as (
        select a.id from audit a, person p where a.reseller_id = p.id
        union
        select a.id from audit a, person p where a.subject = 'account' and a.subject_id = p.id::text
      )
      update audit_personal
      set facts = null, erased_at = now()
      where facts is not null
        and (audit_id in (select id from theirs) or lower(facts::text) ~ (select pattern from address)
          or facts::text ~ ${number ? `(^|[^0-9]|[+][0-9]{1,3}[ ().-]*|0)${number}($|[^0-9])` : null})
      returning (select id from person) as account`;
    const [first] = erased;
    if (!first) throw notFoundError("data subject");
    await recordAudit(tx, {
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
