import {
  generateRegistrationOptions,
  type PublicKeyCredentialCreationOptionsJSON,
  verifyRegistrationResponse,
} from "@simplewebauthn/server";
import { and, asc, count, eq } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { passkeys } from "#db/schema/access";
import { record } from "#lib/audit/record";
import { type Ctx, requirePerson } from "#lib/core/context";
import { brokenConstraint, notFound, PortalError } from "#lib/core/error";
import { requireConfirmed } from "../password/confirm.ts";
import { keepChallenge, relyingParty, takeChallenge } from "./challenge.ts";

const MOST = 20;

export interface PasskeyView {
  id: number;
  name: string;
  addedAt: Date;
  usedAt: Date | null;
}

/** One's own passkeys, the oldest first. */
export async function listPasskeys(ctx: Ctx): Promise<PasskeyView[]> {
  const { id } = requirePerson(ctx);
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
    .limit(MOST);
}

/**
 * What a device is asked to make a passkey of.
 * @throws invalid at `confirmPassword` and `confirmCode`; conflict when there are 20 already
 */
export async function beginPasskey(ctx: Ctx): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const { id, email } = requirePerson(ctx);
  await requireConfirmed(ctx, { code: true });
  const own = await ctx.db
    .select({ id: passkeys.credential })
    .from(passkeys)
    .where(eq(passkeys.accountId, id));
  if (own.length >= MOST) throw tooMany();
  const { id: rpID, name: rpName } = relyingParty();
  const options = await generateRegistrationOptions({
    ...{ rpName, rpID, userName: email, userID: new TextEncoder().encode(`account ${id}`) },
    attestationType: "none",
    excludeCredentials: own,
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
  });
  await keepChallenge(ctx, options.challenge, { accountId: id, deviceHash: null });
  return options;
}

const base64url = (most: number) =>
  z
    .string()
    .regex(/^[\w-]+$/)
    .max(most);

const Registration = z.object({
  id: base64url(1_400),
  rawId: base64url(1_400),
  type: z.literal("public-key"),
  response: z.object({ clientDataJSON: base64url(4_000), attestationObject: base64url(20_000) }),
  clientExtensionResults: z.object({}).catch({}),
});

export const FinishPasskeyInput = z.object({
  name: z.string().trim().min(1).max(40, "Use at most 40 characters."),
  response: Registration,
});
export type FinishPasskeyInput = z.input<typeof FinishPasskeyInput>;

/**
 * Adds the passkey that a device made: it signs in without password and code.
 * @throws invalid as `beginPasskey`; conflict when the answer is not to what was asked, or the passkey is known
 */
export async function finishPasskey(ctx: Ctx, input: FinishPasskeyInput): Promise<void> {
  const { id: accountId } = requirePerson(ctx);
  const { name, response } = FinishPasskeyInput.parse(input);
  await requireConfirmed(ctx, { code: true });
  const { id: expectedRPID, origin: expectedOrigin } = relyingParty();
  const made = await verifyRegistrationResponse({
    ...{ response, expectedOrigin, expectedRPID, requireUserVerification: true },
    expectedChallenge: (challenge) => takeChallenge(ctx, challenge, { accountId, deviceHash: null }),
  }).catch((cause: unknown) => {
    throw notMade(cause);
  });
  if (!made.verified) throw notMade();
  const { id: credential, publicKey, counter } = made.registrationInfo.credential;
  await inTransaction(ctx, async (tx) => {
    const id = await insertPasskey(tx, {
      ...{ accountId, credential, counter, name },
      publicKey: Buffer.from(publicKey).toString("base64url"),
    });
    await note(tx, "passkey.added", id);
  });
}

async function insertPasskey(ctx: Ctx, row: typeof passkeys.$inferInsert): Promise<number> {
  try {
    const [made] = await ctx.db.insert(passkeys).values(row).returning({ id: passkeys.id });
    const [all] = await ctx.db
      .select({ count: count() })
      .from(passkeys)
      .where(eq(passkeys.accountId, row.accountId));
    if (!made || (all?.count ?? 0) > MOST) throw tooMany();
    return made.id;
  } catch (error) {
    if (brokenConstraint(error) !== "passkeys_credential") throw error;
    throw new PortalError("conflict", "This passkey is added already.", { cause: error });
  }
}

export const RemovePasskeyInput = z.object({ id: z.coerce.number<string | number>().int().positive() });
export type RemovePasskeyInput = z.input<typeof RemovePasskeyInput>;

/** Takes a passkey away: it signs in no more. @throws invalid at `confirmPassword`; not_found */
export async function removePasskey(ctx: Ctx, input: RemovePasskeyInput): Promise<void> {
  const { id } = RemovePasskeyInput.parse(input);
  requirePerson(ctx);
  await requireConfirmed(ctx);
  await dropPasskey(ctx, id);
}

/** The same for who has just proved the password in another way. Its caller's transaction, if there is one. */
export async function dropPasskey(ctx: Ctx, id: number): Promise<void> {
  const { id: accountId } = requirePerson(ctx);
  await inTransaction(ctx, async (tx) => {
    const gone = await tx.db
      .delete(passkeys)
      .where(and(eq(passkeys.id, id), eq(passkeys.accountId, accountId)))
      .returning({ id: passkeys.id });
    if (gone.length === 0) throw notFound("passkey");
    await note(tx, "passkey.removed", id);
  });
}

/** Its subject is the account, because its owner is told of it. */
function note(ctx: Ctx, action: string, passkey: number): Promise<void> {
  const { id, kind } = requirePerson(ctx);
  const resellerId = kind === "reseller" ? id : undefined;
  return record(ctx, { action, subject: "account", subjectId: id, resellerId, after: { passkey } });
}

function notMade(cause?: unknown): PortalError {
  return new PortalError(
    "conflict",
    "The device's answer was not right, or came too late. Begin once more.",
    {
      cause,
    },
  );
}

function tooMany(): PortalError {
  return new PortalError("conflict", `You have ${MOST} passkeys. Remove one first.`);
}
