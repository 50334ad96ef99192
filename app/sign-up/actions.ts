"use server";

import { redirect } from "next/navigation";
import { signUp as ask, SignUpInput } from "#lib/account/sign-up/sign-up";
import { action } from "#lib/web/action";

export const signUp = action(
  SignUpInput,
  async (ctx, input) => {
    const { secret } = await ask(ctx, input);
    redirect(`/welcome/${secret}`);
  },
  { who: "visitor" },
);
