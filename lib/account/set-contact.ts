import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { operatorContact } from "#db/schema/account";
import { changedMeanwhile } from "#lib/audit/changed-meanwhile";
import { record } from "#lib/audit/record";
import { ContactPhone } from "#lib/core/contact-phone";
import { type Ctx, requireAdmin } from "#lib/core/context";
import { Reason } from "#lib/core/reason";
import { Email } from "./fields.ts";

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
  requireAdmin(ctx);
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
