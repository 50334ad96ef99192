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
import { recordFailedPasskey } from "#lib/account/session/record-failed-sign-in";
import {
  accountIdentityColumns,
  Browser,
  hashSecret,
  isResellerOfAccount,
  openSession,
} from "#lib/account/session/session";
import { rejectClosedAccount, type SignInResult } from "#lib/account/session/sign-in";
import { consumeAttempt, passkeyBucket } from "#lib/account/throttle";
import type { Ctx } from "#lib/core/context";
import { PortalError } from "#lib/core/error";
import { log } from "#lib/core/log";
import {
  base64url,
  consumeChallenge,
  deviceResponse,
  getRelyingParty,
  saveChallenge,
} from "./passkey-challenge.ts";

/** Creates the challenge for a sign-in with any of the portal's passkeys. @throws rate_limited */
export async function beginPasskeySignIn(
  ctx: Ctx,
  { device }: { device: string },
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  if (ctx.address) await consumeAttempt(ctx, [passkeyBucket(ctx.address)]);
  const options = await generateAuthenticationOptions({
    rpID: getRelyingParty().id,
    userVerification: "required",
  });
  await saveChallenge(ctx, options.challenge, { accountId: null, deviceHash: hashSecret(device) });
  return options;
}

export const PasskeySignInInput = z.object({
  response: deviceResponse({
    authenticatorData: base64url(4_000),
    signature: base64url(10_000),
  }),
  browser: Browser.extend({ device: z.string() }),
});
export type PasskeySignInInput = z.input<typeof PasskeySignInInput>;

/**
 * Opens a session by a passkey, which counts as password and code. Works once for each challenge, in the
 * browser that began the sign-in.
 * @throws invalid when the response doesn't match; forbidden when the account is closed
 */
export async function signInByPasskey(
  ctx: Ctx,
  input: PasskeySignInInput,
): Promise<SignInResult & { secret: string }> {
  const { response, browser } = PasskeySignInInput.parse(input);
  const account = await findAccountByCredential(ctx, response.id);
  const { id: expectedRPID, origin: expectedOrigin } = getRelyingParty();
  const scope = { accountId: null, deviceHash: hashSecret(browser.device) };
  const proof = await verifyAuthenticationResponse({
    response,
    expectedOrigin,
    expectedRPID,
    requireUserVerification: true,
    expectedChallenge: (challenge) => consumeChallenge(ctx, challenge, scope),
    credential: {
      id: response.id,
      publicKey: new Uint8Array(Buffer.from(account?.publicKey ?? "", "base64url")),
      counter: account?.counter ?? 0,
    },
  }).catch(() => undefined);
  if (!account || !proof?.verified) {
    log.warn("sign_in.passkey_rejected", { address: ctx.address, account: account?.id });
    if (account) recordFailedPasskey(ctx, account);
    throw passkeyMismatchError();
  }
  rejectClosedAccount(account);
  const { newCounter } = proof.authenticationInfo;
  const secret = await inTransaction(ctx, async (tx) => {
    const open = await tx.db
      .select({ id: accounts.id })
      .from(accounts)
      .where(and(eq(accounts.id, account.id), isNull(accounts.closedAt)))
      .for("share");
    const counted = await tx.db
      .update(passkeys)
      .set({ counter: newCounter, usedAt: sql`now()` })
      .where(
        and(
          eq(passkeys.id, account.passkey),
          or(lt(passkeys.counter, newCounter), and(eq(passkeys.counter, 0), sql`${newCounter} = 0`)),
        ),
      )
      .returning({ id: passkeys.id });
    if (open.length === 0 || counted.length === 0) {
      recordFailedPasskey(ctx, account);
      throw passkeyMismatchError();
    }
    return openSession(tx, account, browser);
  });
  return { secret, half: null, role: account.role, passwordGenerated: account.passwordGenerated };
}

async function findAccountByCredential(ctx: Ctx, credential: string) {
  const [account] = await ctx.db
    .select({
      ...accountIdentityColumns,
      passwordGenerated: accounts.passwordGenerated,
      closedAt: accounts.closedAt,
      state: resellers.state,
      passkey: passkeys.id,
      publicKey: passkeys.publicKey,
      counter: passkeys.counter,
    })
    .from(passkeys)
    .innerJoin(accounts, eq(accounts.id, passkeys.accountId))
    .leftJoin(resellers, isResellerOfAccount)
    .where(eq(passkeys.credential, credential));
  return account;
}

function passkeyMismatchError(): PortalError {
  return new PortalError("invalid", "This passkey doesn’t work here. Sign in with your email and password.");
}
