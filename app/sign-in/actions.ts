"use server";

import { redirect } from "next/navigation";
import { z } from "zod";
import {
  beginPasskeySignIn,
  type PasskeySignInInput,
  signInByPasskey,
} from "#lib/account/passkey/sign-in-by-passkey";
import { finishSignIn } from "#lib/account/session/finish-sign-in";
import { signIn as openAccount, type SignedIn, SignInInput } from "#lib/account/session/sign-in";
import { action } from "#lib/web/action";
import { currentBrowser, currentHalf, enter } from "#lib/web/actor";
import { dropHalf, keepDevice } from "#lib/web/cookie";
import { jsonField } from "#lib/web/json-field";
import { homeOf, safePath } from "#lib/web/next-path";

const SignInForm = SignInInput.omit({ browser: true }).extend({ next: z.string().optional() });

export const signIn = action(
  SignInForm,
  async (ctx, { next, ...input }) => {
    const browser = await currentBrowser();
    const opened = await openAccount(ctx, { ...input, browser });
    await enter(opened, browser, next);
    redirect(firstPage(opened, next));
  },
  { who: "visitor" },
);

const CodeForm = z.object({
  oneTimeCode: z.string().max(60).default(""),
  backupCode: z.string().max(60).default(""),
  remember: z.literal("yes").optional().catch(undefined),
  next: z.string().optional(),
});

/** The second step: a code of the app, or a backup code instead. */
export const giveCode = action(
  CodeForm,
  async (ctx, { oneTimeCode, backupCode, remember, next }) => {
    const [browser, half = ""] = [await currentBrowser(), await currentHalf()];
    const code = backupCode.trim() || oneTimeCode;
    const opened = await finishSignIn(ctx, { half, oneTimeCode: code, remember, browser });
    await dropHalf();
    await enter(opened, { device: opened.device ?? browser.device });
    redirect(firstPage(opened, next));
  },
  { who: "visitor" },
);

/** What this browser's devices are asked to sign. */
export const askPasskey = action(
  z.object({}),
  async (ctx) => {
    const { device } = await currentBrowser();
    await keepDevice(device);
    return beginPasskeySignIn(ctx, { device });
  },
  { who: "visitor" },
);

export const givePasskey = action(
  z.object({ response: jsonField, next: z.string().optional() }),
  async (ctx, { response, next }) => {
    const browser = await currentBrowser();
    const input = { response: response as PasskeySignInInput["response"], browser };
    const opened = await signInByPasskey(ctx, input);
    await enter(opened, browser);
    redirect(firstPage(opened, next));
  },
  { who: "visitor" },
);

/** To the sign-in from its beginning. */
export const startOver = action(
  z.object({}),
  async () => {
    await dropHalf();
    redirect("/sign-in");
  },
  { who: "visitor" },
);

function firstPage({ role, passwordGenerated }: SignedIn, next: string | undefined): string {
  if (passwordGenerated) return "/choose-password";
  const wanted = safePath(next);
  return wanted === "/" ? homeOf(role) : wanted;
}
