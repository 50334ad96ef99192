"use server";

import { redirect } from "next/navigation";
import { z } from "zod";
import { signIn as openAccount, SignInInput } from "#lib/account/session/sign-in";
import { action } from "#lib/web/action";
import { currentBrowser, enter } from "#lib/web/actor";
import { homeOf, safePath } from "#lib/web/next-path";

const SignInForm = SignInInput.omit({ browser: true }).extend({ next: z.string().optional() });

export const signIn = action(
  SignInForm,
  async (ctx, { next, ...input }) => {
    const browser = await currentBrowser();
    const { secret, role, passwordGenerated } = await openAccount(ctx, { ...input, browser });
    await enter(secret, browser);
    if (passwordGenerated) redirect("/choose-password");
    const wanted = safePath(next);
    redirect(wanted === "/" ? homeOf(role) : wanted);
  },
  { who: "visitor" },
);
