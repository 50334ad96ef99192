import {
  generateAuthenticationOptions,
  type PublicKeyCredentialRequestOptionsJSON,
  verifyAuthenticationResponse,
} from "@simplewebauthn/server";
import { and, eq, isNull, lt, or, sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { passkeys } from "#db/schema/access";
import { accounts, resellers } from "#db/schema/account";
import type { Ctx } from "#lib/core/context";
import { PortalError } from "#lib/core/error";
import { log } from "#lib/core/log";
import { noteRefusedPasskey } from "../session/note-refused.ts";
import { Browser, hashSecret, openSession } from "../session/session.ts";
import type { SignedIn } from "../session/sign-in.ts";
import { passkeyBucket, takeTry } from "../throttle.ts";
import { keepChallenge, relyingParty, takeChallenge } from "./challenge.ts";

/** What the devices of this browser are asked to sign: any of the portal's passkeys will do. @throws rate_limited */
export async function beginPasskeySignIn(
  ctx: Ctx,
  { device }: { device: string },
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  if (ctx.address) await takeTry(ctx, [passkeyBucket(ctx.address)]);
  const options = await generateAuthenticationOptions({
    rpID: relyingParty().id,
    userVerification: "required",
  });
  await keepChallenge(ctx, options.challenge, { accountId: null, deviceHash: hashSecret(device) });
  return options;
}

const base64url = (most: number) =>
  z
    .string()
    .regex(/^[\w-]+$/)
    .max(most);

export const PasskeySignInInput = z.object({
  response: z.object({
    id: base64url(1_400),
    rawId: base64url(1_400),
    type: z.literal("public-key"),
    response: z.object({
      clientDataJSON: base64url(4_000),
      authenticatorData: base64url(4_000),
      signature: base64url(10_000),
    }),
    clientExtensionResults: z.object({}).catch({}),
  }),
  browser: Browser.extend({ device: z.string() }),
});
export type PasskeySignInInput = z.input<typeof PasskeySignInInput>;

/**
 * Opens a session for whoever holds a passkey, and proved that to the device: it counts as password and code. Works once for
 * each challenge, in the browser that was asked.
 * @throws invalid when the answer is not right; forbidden when the account is closed
 */
export async function signInByPasskey(
  ctx: Ctx,
  input: PasskeySignInInput,
): Promise<SignedIn & { secret: string }> {
  const { response, browser } = PasskeySignInInput.parse(input);
  const found = await findByCredential(ctx, response.id);
  const { id: expectedRPID, origin: expectedOrigin } = relyingParty();
  const asked = { accountId: null, deviceHash: hashSecret(browser.device) };
  const proof = await verifyAuthenticationResponse({
    ...{ response, expectedOrigin, expectedRPID, requireUserVerification: true },
    expectedChallenge: (challenge) => takeChallenge(ctx, challenge, asked),
    credential: {
      id: response.id,
      publicKey: new Uint8Array(Buffer.from(found?.publicKey ?? "", "base64url")),
      counter: found?.counter ?? 0,
    },
  }).catch(() => undefined);
  if (!found || !proof?.verified) {
    log.warn("sign-in.passkey_refused", { address: ctx.address, account: found?.id });
    if (found) noteRefusedPasskey(ctx, found);
    throw noMatch();
  }
  if (found.closedAt || found.state === "closed")
    throw new PortalError("forbidden", "This account is closed. Ask for it to be opened again.");
  const { newCounter } = proof.authenticationInfo;
  const secret = await inTransaction(ctx, async (tx) => {
    const open = await tx.db
      .select({ id: accounts.id })
      .from(accounts)
      .where(and(eq(accounts.id, found.id), isNull(accounts.closedAt)))
      .for("share");
    const counted = await tx.db
      .update(passkeys)
      .set({ counter: newCounter, usedAt: sql`now()` })
      .where(
        and(
          eq(passkeys.id, found.passkey),
          or(lt(passkeys.counter, newCounter), and(eq(passkeys.counter, 0), sql`${newCounter} = 0`)),
        ),
      )
      .returning({ id: passkeys.id });
    if (open.length === 0 || counted.length === 0) {
      noteRefusedPasskey(ctx, found);
      throw noMatch();
    }
    return openSession(tx, found, browser);
  });
  return { secret, half: null, role: found.role, passwordGenerated: found.passwordGenerated };
}

async function findByCredential(ctx: Ctx, credential: string) {
  const [found] = await ctx.db
    .select({
      id: accounts.id,
      role: accounts.role,
      email: accounts.email,
      passwordGenerated: accounts.passwordGenerated,
      closedAt: accounts.closedAt,
      level: resellers.level,
      state: resellers.state,
      passkey: passkeys.id,
      publicKey: passkeys.publicKey,
      counter: passkeys.counter,
    })
    .from(passkeys)
    .innerJoin(accounts, eq(accounts.id, passkeys.accountId))
    .leftJoin(resellers, eq(resellers.id, accounts.id))
    .where(eq(passkeys.credential, credential));
  return found;
}

function noMatch(): PortalError {
  return new PortalError("invalid", "This passkey does not sign in here. Use your e-mail and password.");
}
