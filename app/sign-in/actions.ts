"use server";

import { redirect } from "next/navigation";
import { z } from "zod";
import { signIn as openAccount, SignInInput } from "#lib/account/sign-in";
import { signOut as endSession } from "#lib/account/sign-out";
import { action } from "#lib/web/action";
import { currentAgent, currentVisit } from "#lib/web/actor";
import { dropSession, keepSession } from "#lib/web/cookie";
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

const leave = action(
  z.object({}),
  async (ctx) => {
    const { session } = await currentVisit();
    if (session) await endSession({ ...ctx, actor: session.actor });
    await dropSession();
    redirect("/sign-in");
  },
  { who: "visitor" },
);

/** For a plain form: signs out and leads to the sign-in page. */
export async function signOut(form: FormData): Promise<void> {
  const state = await leave(null, form);
  if (state && !state.ok) throw new Error(state.message);
}
