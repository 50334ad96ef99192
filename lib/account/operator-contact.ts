import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { operatorContact } from "#db/schema/account";
import { explainConflict } from "#lib/audit/explain-conflict";
import { recordAudit } from "#lib/audit/record-audit";
import { requireConfirmation } from "#lib/audit/require-confirmation";
import { type Ctx, requireAdmin } from "#lib/core/context";
import { ContactPhone } from "#lib/core/text/contact-phone";
import { formatPhone } from "#lib/core/text/phone";
import { Reason } from "#lib/core/text/reason";
import { Email } from "./fields.ts";

/** A phone or WhatsApp number. */
interface ContactNumber {
  /** Grouped for reading. */
  text: string;
  e164: string;
}

/** The operator's contact for resellers; fields that were never set are empty or null. */
export interface OperatorContact {
  name: string;
  phone: ContactNumber | null;
  whatsapp: ContactNumber | null;
  email: string | null;
  version: number;
}

/** Reads the operator's contact. Open to everyone, because a reseller who can't sign in needs it most. */
export async function getOperatorContact(ctx: Ctx): Promise<OperatorContact> {
  const [row] = await ctx.db.select().from(operatorContact);
  if (!row) throw new Error("the row of the contact is missing");
  return toOperatorContact(row);
}

/** Converts the row of the contact to its view. */
export function toOperatorContact(row: typeof operatorContact.$inferSelect): OperatorContact {
  const { name, phone, whatsapp, email, version } = row;
  return { name, phone: toContactNumber(phone), whatsapp: toContactNumber(whatsapp), email, version };
}

function toContactNumber(e164: string | null): ContactNumber | null {
  return e164 === null ? null : { text: formatPhone(e164), e164 };
}

export const SetOperatorContactInput = z.object({
  name: z.string().trim().max(60, "Use at most 60 characters.").default(""),
  phone: ContactPhone.prefault(""),
  whatsapp: ContactPhone.prefault(""),
  email: z
    .string()
    .trim()
    .default("")
    .transform((text) => text || null)
    .pipe(Email.nullable()),
  version: z.coerce.number<string | number>().int(),
  reason: Reason,
});
export type SetOperatorContactInput = z.input<typeof SetOperatorContactInput>;

/** Sets the operator's contact. Admins only. @throws conflict when it changed meanwhile */
export async function setOperatorContact(ctx: Ctx, input: SetOperatorContactInput): Promise<void> {
  requireAdmin(ctx, "rules");
  const { version, reason, ...after } = SetOperatorContactInput.parse(input);
  await requireConfirmation(ctx);
  await inTransaction(ctx, async (tx) => {
    const about = { subject: "contact", subjectId: "operator" };
    const [row] = await tx.db.select().from(operatorContact).for("update");
    if (row?.version !== version) throw await explainConflict(tx, about);
    const { id: _id, version: _version, ...before } = row;
    await tx.db
      .update(operatorContact)
      .set({ ...after, version: sql`${operatorContact.version} + 1` })
      .where(eq(operatorContact.version, version));
    await recordAudit(tx, { ...about, action: "contact.changed", reason, before, after });
  });
}
