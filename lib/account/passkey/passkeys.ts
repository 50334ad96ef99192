import {
  generateRegistrationOptions,
  type PublicKeyCredentialCreationOptionsJSON,
  verifyRegistrationResponse,
} from "@simplewebauthn/server";
import { and, asc, count, eq } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { passkeys } from "#db/schema/access";
import { recordAccountAudit } from "#lib/account/record-account-audit";
import { requireConfirmation } from "#lib/audit/require-confirmation";
import { type Ctx, requireUser } from "#lib/core/context";
import { getViolatedConstraint } from "#lib/core/database-error";
import { notFoundError, PortalError } from "#lib/core/error";
import {
  base64url,
  consumeChallenge,
  deviceResponse,
  getRelyingParty,
  saveChallenge,
} from "./passkey-challenge.ts";

const MAX_PASSKEYS = 20;

export interface PasskeyView {
  id: number;
  name: string;
  addedAt: Date;
  usedAt: Date | null;
}

/** Lists the acting account's passkeys, the oldest first. */
export async function listPasskeys(ctx: Ctx): Promise<PasskeyView[]> {
  const { id } = requireUser(ctx);
  return ctx.db
    .select({
      id: passkeys.id,
      name: passkeys.name,
      addedAt: passkeys.createdAt,
      usedAt: passkeys.usedAt,
    })
    .from(passkeys)
    .where(eq(passkeys.accountId, id))
    .orderBy(asc(passkeys.id))
    .limit(MAX_PASSKEYS);
}

/**
 * Creates the options from which a device makes a passkey.
 * @throws invalid at `confirmPassword` and `confirmCode`; conflict with 20 passkeys already
 */
export async function beginPasskeyRegistration(ctx: Ctx): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const { id, email } = requireUser(ctx);
  await requireConfirmation(ctx, { code: true });
  const existing = await ctx.db
    .select({ id: passkeys.credential })
    .from(passkeys)
    .where(eq(passkeys.accountId, id));
  if (existing.length >= MAX_PASSKEYS) throw tooManyPasskeysError();
  const { id: rpID, name: rpName } = getRelyingParty();
  const options = await generateRegistrationOptions({
    rpName,
    rpID,
    userName: email,
    userID: new TextEncoder().encode(`account ${id}`),
    attestationType: "none",
    excludeCredentials: existing,
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
  });
  await saveChallenge(ctx, options.challenge, { accountId: id, deviceHash: null });
  return options;
}

export const FinishPasskeyRegistrationInput = z.object({
  name: z.string().trim().min(1).max(40, "Use at most 40 characters."),
  response: deviceResponse({ attestationObject: base64url(20_000) }),
});
export type FinishPasskeyRegistrationInput = z.input<typeof FinishPasskeyRegistrationInput>;

/**
 * Adds the passkey that a device made, which signs in without password and code.
 * @throws invalid as `beginPasskeyRegistration`; conflict when the response doesn't match a
 * challenge, or the passkey exists
 */
export async function finishPasskeyRegistration(ctx: Ctx, input: FinishPasskeyRegistrationInput) {
  const { id: accountId } = requireUser(ctx);
  const { name, response } = FinishPasskeyRegistrationInput.parse(input);
  await requireConfirmation(ctx, { code: true });
  const { id: expectedRPID, origin: expectedOrigin } = getRelyingParty();
  const made = await verifyRegistrationResponse({
    response,
    expectedOrigin,
    expectedRPID,
    requireUserVerification: true,
    expectedChallenge: (challenge) => consumeChallenge(ctx, challenge, { accountId, deviceHash: null }),
  }).catch((cause: unknown) => {
    throw passkeyRegistrationError(cause);
  });
  if (!made.verified) throw passkeyRegistrationError();
  const { id: credential, publicKey, counter } = made.registrationInfo.credential;
  await inTransaction(ctx, async (tx) => {
    const id = await insertPasskey(tx, {
      accountId,
      credential,
      counter,
      name,
      publicKey: Buffer.from(publicKey).toString("base64url"),
    });
    await recordPasskeyChange(tx, "passkey.added", id);
  });
}

async function insertPasskey(ctx: Ctx, row: typeof passkeys.$inferInsert): Promise<number> {
  try {
    const [made] = await ctx.db.insert(passkeys).values(row).returning({ id: passkeys.id });
    const [all] = await ctx.db
      .select({ count: count() })
      .from(passkeys)
      .where(eq(passkeys.accountId, row.accountId));
    if (!made || (all?.count ?? 0) > MAX_PASSKEYS) throw tooManyPasskeysError();
    return made.id;
  } catch (error) {
    if (getViolatedConstraint(error) !== "passkeys_credential") throw error;
    throw new PortalError("conflict", "This passkey was already added.", { cause: error });
  }
}

export const RemovePasskeyInput = z.object({ id: z.coerce.number<string | number>().int().positive() });
export type RemovePasskeyInput = z.input<typeof RemovePasskeyInput>;

/** Removes a passkey. @throws invalid at `confirmPassword`; not_found */
export async function removePasskey(ctx: Ctx, input: RemovePasskeyInput): Promise<void> {
  const { id } = RemovePasskeyInput.parse(input);
  requireUser(ctx);
  await requireConfirmation(ctx);
  await removePasskeyWithoutConfirmation(ctx, id);
}

/** Removes a passkey when the caller has verified the password. Joins the caller's transaction. */
export async function removePasskeyWithoutConfirmation(ctx: Ctx, id: number): Promise<void> {
  const { id: accountId } = requireUser(ctx);
  await inTransaction(ctx, async (tx) => {
    const gone = await tx.db
      .delete(passkeys)
      .where(and(eq(passkeys.id, id), eq(passkeys.accountId, accountId)))
      .returning({ id: passkeys.id });
    if (gone.length === 0) throw notFoundError("passkey");
    await recordPasskeyChange(tx, "passkey.removed", id);
  });
}

/** Records the change with the account as its subject, because its owner is notified. */
function recordPasskeyChange(ctx: Ctx, action: string, passkey: number): Promise<void> {
  const { id, kind } = requireUser(ctx);
  return recordAccountAudit(ctx, { id, role: kind }, { action, after: { passkey } });
}

function passkeyRegistrationError(cause?: unknown): PortalError {
  return new PortalError("conflict", "We couldn’t verify this passkey. Try again.", { cause });
}

function tooManyPasskeysError(): PortalError {
  return new PortalError("conflict", `You have ${MAX_PASSKEYS} passkeys. Remove one first.`);
}
