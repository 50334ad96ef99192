import { z } from "zod";
import { inTransaction } from "#db/client";
import { resellers } from "#db/schema/account";
import { record } from "#lib/audit/record";
import { type Ctx, LEVELS, type Level, requireAdmin } from "#lib/core/context";
import { Reason } from "#lib/core/reason";
import { type Credentials, insertAccount, newCredentials } from "../create-account.ts";
import { Email, Name, Password } from "../fields.ts";
import { requireConfirmed } from "../password/confirm.ts";
import { type LinkView, newLink } from "../password/link.ts";

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
  /** The generated password, shown this once; absent when one was given. */
  password?: string;
}

/** Adds a reseller with an empty wallet. @throws invalid at `password` and `confirmPassword`, conflict at `email`. */
export async function createReseller(ctx: Ctx, input: CreateResellerInput): Promise<NewResellerView> {
  requireAdmin(ctx, "resellers");
  const { email, name, level, password } = CreateResellerInput.parse(input);
  await requireConfirmed(ctx);
  const credentials = await newCredentials({ email, name, password });
  return inTransaction(ctx, async (tx) => {
    const id = await insertReseller(tx, { email, name, level }, credentials);
    return { id, email, name, level, ...(credentials.generated && { password: credentials.generated }) };
  });
}

export const InviteResellerInput = CreateResellerInput.omit({ password: true }).extend({ reason: Reason });
export type InviteResellerInput = z.infer<typeof InviteResellerInput>;

/**
 * Adds a reseller who chooses their password by a link: it works once, for seven days, and nobody else ever
 * knows a password. Admins only. @throws conflict at `email`; invalid at `confirmPassword`
 */
export async function inviteReseller(
  ctx: Ctx,
  input: InviteResellerInput,
): Promise<{ id: number; link: LinkView }> {
  requireAdmin(ctx, "resellers");
  const { reason, ...wanted } = InviteResellerInput.parse(input);
  await requireConfirmed(ctx);
  const credentials = await newCredentials(wanted);
  return inTransaction(ctx, async (tx) => {
    const id = await insertReseller(tx, wanted, credentials, reason);
    return { id, link: await newLink(tx, { accountId: id }) };
  });
}

export interface NewReseller {
  email: string;
  name: string;
  level: Level;
}

/** Writes a reseller's rows and their audit record. Part of its caller's transaction. @throws conflict at `email` */
export async function insertReseller(
  ctx: Ctx,
  { email, name, level }: NewReseller,
  credentials: Credentials,
  reason?: string,
): Promise<number> {
  const id = await insertAccount(ctx, "reseller", { email, name }, credentials);
  await ctx.db.insert(resellers).values({ id, level });
  await record(ctx, {
    action: "reseller.created",
    subject: "account",
    subjectId: id,
    resellerId: id,
    reason,
    after: { email, name, level },
  });
  return id;
}
