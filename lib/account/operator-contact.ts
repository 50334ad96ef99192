import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import { operatorContact } from "#db/schema/account";
import { type PendingApproval, runOrRequestApproval } from "#lib/audit/approval-request";
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

const AUDIT_SUBJECT = { subject: "contact", subjectId: "operator" };

/**
 * Sets the operator's contact, which resellers and customers trust with money and passwords: it needs the
 * approval of another owner where there is one. Admins only.
 * @throws conflict when it changed meanwhile, or a change waits already; invalid at `confirmPassword`
 */
export async function setOperatorContact(
  ctx: Ctx,
  input: SetOperatorContactInput,
): Promise<PendingApproval | undefined> {
  requireAdmin(ctx, "rules");
  const wanted = SetOperatorContactInput.parse(input);
  await requireConfirmation(ctx);
  const { reason, version: _, ...after } = wanted;
  const { name, phone, whatsapp, email } = await getOperatorContact(ctx);
  const before = { name, phone: phone?.e164 ?? null, whatsapp: whatsapp?.e164 ?? null, email };
  const change = {
    kind: "settings" as const,
    reason,
    about: "contact",
    subject: AUDIT_SUBJECT,
    facts: { before, after },
    input: { change: "contact" as const, wanted: { ...wanted, ...toForm(wanted) } },
  };
  return runOrRequestApproval(ctx, change, (tx) => applyContact(tx, wanted));
}

/** Empty fields as a form sends them, which the schema parses again. */
const toForm = ({
  phone,
  whatsapp,
  email,
}: Pick<z.output<typeof SetOperatorContactInput>, "phone" | "whatsapp" | "email">) => ({
  phone: phone ?? "",
  whatsapp: whatsapp ?? "",
  email: email ?? "",
});

/** Sets an approved one in the transaction of its approval. @throws conflict when it changed meanwhile */
export const applyOperatorContact = (ctx: Ctx, input: unknown): Promise<undefined> =>
  applyContact(ctx, SetOperatorContactInput.parse(input));

async function applyContact(
  ctx: Ctx,
  { version, reason, ...after }: z.output<typeof SetOperatorContactInput>,
): Promise<undefined> {
  const [row] = await ctx.db.select().from(operatorContact).for("update");
  if (row?.version !== version) throw await explainConflict(ctx, AUDIT_SUBJECT);
  const { id: _id, version: _version, ...before } = row;
  await ctx.db
    .update(operatorContact)
    .set({ ...after, version: sql`${operatorContact.version} + 1` })
    .where(eq(operatorContact.version, version));
  await recordAudit(ctx, { ...AUDIT_SUBJECT, action: "contact.changed", reason, before, after });
}
