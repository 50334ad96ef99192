import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { operatorContact } from "#db/schema/account";
import { changedMeanwhile } from "#lib/audit/changed-meanwhile";
import { record } from "#lib/audit/record";
import { ContactPhone } from "#lib/core/contact-phone";
import { type Ctx, requireAdmin } from "#lib/core/context";
import { groupedPhone } from "#lib/core/phone";
import { Reason } from "#lib/core/reason";
import { Email } from "./fields.ts";

/** A number to call or to write to. */
interface Reached {
  /** Grouped for reading. */
  text: string;
  e164: string;
}

/** Whom resellers ask for help, and how; what is empty or null was never said. */
export interface OperatorContact {
  name: string;
  phone: Reached | null;
  whatsapp: Reached | null;
  email: string | null;
  version: number;
}

/** How the people behind the portal are reached. For everyone: who cannot sign in needs it most. */
export async function contact(ctx: Ctx): Promise<OperatorContact> {
  const [row] = await ctx.db.select().from(operatorContact);
  if (!row) throw new Error("the row of the contact is missing");
  return contactOf(row);
}

/** What the row of the contact says. */
export function contactOf(row: typeof operatorContact.$inferSelect): OperatorContact {
  const { name, phone, whatsapp, email, version } = row;
  return { name, phone: reached(phone), whatsapp: reached(whatsapp), email, version };
}

function reached(e164: string | null): Reached | null {
  return e164 === null ? null : { text: groupedPhone(e164), e164 };
}

export const SetContactInput = z.object({
  name: z.string().trim().max(60, "Use at most 60 characters.").default(""),
  phone: ContactPhone,
  whatsapp: ContactPhone,
  email: z
    .string()
    .trim()
    .default("")
    .transform((text) => text || null)
    .pipe(Email.nullable()),
  version: z.coerce.number<string | number>().int(),
  reason: Reason,
});
export type SetContactInput = z.input<typeof SetContactInput>;

/** Sets whom resellers ask for help. Admins only. @throws conflict when it changed meanwhile */
export async function setContact(ctx: Ctx, input: SetContactInput): Promise<void> {
  requireAdmin(ctx, "rules");
  const { version, reason, ...after } = SetContactInput.parse(input);
  await inTransaction(ctx, async (tx) => {
    const about = { subject: "contact", subjectId: "operator" };
    const [row] = await tx.db.select().from(operatorContact).for("update");
    if (row?.version !== version) throw await changedMeanwhile(tx, about);
    const { id: _id, version: _version, ...before } = row;
    await tx.db
      .update(operatorContact)
      .set({ ...after, version: sql`${operatorContact.version} + 1` })
      .where(eq(operatorContact.version, version));
    await record(tx, { ...about, action: "contact.changed", reason, before, after });
  });
}
