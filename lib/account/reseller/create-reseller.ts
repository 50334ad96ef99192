import { z } from "zod";
import { inTransaction } from "#db/client";
import { resellers } from "#db/schema/account";
import { type Credentials, createCredentials, insertAccount } from "#lib/account/create-account";
import { Email, Name, Password } from "#lib/account/fields";
import { createPasswordLink, type PasswordLinkView } from "#lib/account/password/password-link";
import { recordAudit } from "#lib/audit/record-audit";
import { requireConfirmation } from "#lib/audit/require-confirmation";
import { type Ctx, LEVELS, type Level, requireAdmin } from "#lib/core/context";
import { Reason } from "#lib/core/text/reason";

export const CreateResellerInput = z.object({
  email: Email,
  name: Name,
  level: z.enum(LEVELS, `The level is one of ${LEVELS.join(", ")}.`),
  password: Password.optional(),
});
export type CreateResellerInput = z.infer<typeof CreateResellerInput>;

export interface NewResellerView {
  id: number;
  email: string;
  name: string;
  level: Level;
  /** The generated password, shown only once; absent when the caller set one. */
  password?: string;
}

/** Adds a reseller. @throws invalid at `password` and `confirmPassword`, conflict at `email`. */
export async function createReseller(ctx: Ctx, input: CreateResellerInput): Promise<NewResellerView> {
  requireAdmin(ctx, "resellers");
  const { email, name, level, password } = CreateResellerInput.parse(input);
  await requireConfirmation(ctx);
  const credentials = await createCredentials({ email, name, password });
  return inTransaction(ctx, async (tx) => {
    const id = await insertReseller(tx, { email, name, level }, credentials);
    return { id, email, name, level, ...(credentials.generated && { password: credentials.generated }) };
  });
}

export const InviteResellerInput = CreateResellerInput.omit({ password: true }).extend({ reason: Reason });
export type InviteResellerInput = z.infer<typeof InviteResellerInput>;

/**
 * Invites a reseller, who chooses a password by a link that works once, within seven days. Admins only.
 * @throws conflict at `email`; invalid at `confirmPassword`
 */
export async function inviteReseller(
  ctx: Ctx,
  input: InviteResellerInput,
): Promise<{ id: number; link: PasswordLinkView }> {
  requireAdmin(ctx, "resellers");
  const { reason, ...wanted } = InviteResellerInput.parse(input);
  await requireConfirmation(ctx);
  const credentials = await createCredentials(wanted);
  return inTransaction(ctx, async (tx) => {
    const id = await insertReseller(tx, wanted, credentials, reason);
    return { id, link: await createPasswordLink(tx, { accountId: id }) };
  });
}

export interface NewReseller {
  email: string;
  name: string;
  level: Level;
}

/** Inserts a reseller's rows and audit record. In its caller's transaction. @throws conflict at `email` */
export async function insertReseller(
  ctx: Ctx,
  { email, name, level }: NewReseller,
  credentials: Credentials,
  reason?: string,
): Promise<number> {
  const id = await insertAccount(ctx, "reseller", { email, name }, credentials);
  await ctx.db.insert(resellers).values({ id, level });
  await recordAudit(ctx, {
    action: "reseller.created",
    subject: "account",
    subjectId: id,
    resellerId: id,
    reason,
    after: { email, name, level },
  });
  return id;
}
