"use server";

import { redirect } from "next/navigation";
import { z } from "zod";
import {
  beginPasskeySignIn,
  type PasskeySignInInput,
  signInByPasskey,
} from "#lib/account/passkey/sign-in-by-passkey";
import {
  type RequestPasswordResetInput,
  requestPasswordReset,
} from "#lib/account/password/request-password-reset";
import { finishSignIn } from "#lib/account/session/finish-sign-in";
import { signIn as openAccount, SignInInput, type SignInResult } from "#lib/account/session/sign-in";
import { signUp as ask, type SignUpInput } from "#lib/account/sign-up/sign-up";
import { defineAction, defineServiceAction } from "#lib/request/action";
import { getCurrentBrowser, getPendingSignIn, signInBrowser } from "#lib/request/actor";
import { clearPendingSignInCookie, setDeviceCookie } from "#lib/request/cookie";
import { jsonField } from "#lib/request/form";
import { getHomePath, toSafePath } from "#lib/request/next-path";

const SignInForm = SignInInput.omit({ browser: true }).extend({ next: z.string().optional() });

export const signInAction = defineAction(
  SignInForm,
  async (ctx, { next, ...input }) => {
    const browser = await getCurrentBrowser();
    const opened = await openAccount(ctx, { ...input, browser });
    await signInBrowser(opened, browser, next);
    redirect(getFirstPath(opened, next));
  },
  { audience: "visitor" },
);

const CodeForm = z.object({
  oneTimeCode: z.string().max(60).default(""),
  backupCode: z.string().max(60).default(""),
  remember: z.literal("yes").optional().catch(undefined),
  next: z.string().optional(),
});

/** The second step: an authentication code or a backup code. */
export const submitCodeAction = defineAction(
  CodeForm,
  async (ctx, { oneTimeCode, backupCode, remember, next }) => {
    const [browser, half = ""] = [await getCurrentBrowser(), await getPendingSignIn()];
    const code = backupCode.trim() || oneTimeCode;
    const opened = await finishSignIn(ctx, { half, oneTimeCode: code, remember, browser });
    await clearPendingSignInCookie();
    await signInBrowser(opened, { device: opened.device ?? browser.device });
    redirect(getFirstPath(opened, next));
  },
  { audience: "visitor" },
);

export const beginPasskeySignInAction = defineAction(
  z.object({}),
  async (ctx) => {
    const { device } = await getCurrentBrowser();
    await setDeviceCookie(device);
    return beginPasskeySignIn(ctx, { device });
  },
  { audience: "visitor" },
);

export const signInByPasskeyAction = defineAction(
  z.object({ response: jsonField, next: z.string().optional() }),
  async (ctx, { response, next }) => {
    const browser = await getCurrentBrowser();
    const input = { response: response as PasskeySignInInput["response"], browser };
    const opened = await signInByPasskey(ctx, input);
    await signInBrowser(opened, browser);
    redirect(getFirstPath(opened, next));
  },
  { audience: "visitor" },
);

export const restartSignInAction = defineAction(
  z.object({}),
  async () => {
    await clearPendingSignInCookie();
    redirect("/sign-in");
  },
  { audience: "visitor" },
);

function getFirstPath({ role, passwordGenerated }: SignInResult, next: string | undefined): string {
  if (passwordGenerated) return "/choose-password";
  const wanted = toSafePath(next);
  return wanted === "/" ? getHomePath(role) : wanted;
}

export const requestPasswordResetAction = defineServiceAction(
  async (ctx, input: RequestPasswordResetInput) => {
    await requestPasswordReset(ctx, input);
    return "If this email has an account, we’ve sent it a link. The link works once and expires in 1 hour.";
  },
  { audience: "visitor" },
);

export const signUpAction = defineServiceAction(
  async (ctx, input: SignUpInput) => {
    const { secret, sentTo } = await ask(ctx, input);
    if (secret === null)
      return `We emailed a link to ${sentTo}. Open it to see the status of your request, and to choose your password after approval.`;
    redirect(`/welcome/${secret}`);
  },
  { audience: "visitor" },
);
