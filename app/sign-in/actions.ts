"use server";

import { redirect } from "next/navigation";
import { z } from "zod";
import { signIn as openAccount, SignInInput } from "#lib/account/sign-in";
import { action } from "#lib/web/action";
import { currentAgent } from "#lib/web/actor";
import { keepSession } from "#lib/web/cookie";
import { homeOf, safePath } from "#lib/web/next-path";

const SignInForm = SignInInput.omit({ agent: true }).extend({ next: z.string().optional() });

export const signIn = action(
  SignInForm,
  async (ctx, { next, ...input }) => {
    const { secret, role, passwordGenerated } = await openAccount(ctx, {
      ...input,
      agent: await currentAgent(),
    });
    await keepSession(secret);
    if (passwordGenerated) redirect("/choose-password");
    const wanted = safePath(next);
    redirect(wanted === "/" ? homeOf(role) : wanted);
  },
  { who: "visitor" },
);
