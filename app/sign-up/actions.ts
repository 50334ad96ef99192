"use server";

import { redirect } from "next/navigation";
import { signUp as ask, type SignUpInput } from "#lib/account/sign-up/sign-up";
import { defineServiceAction } from "#lib/web/action";

export const signUpAction = defineServiceAction(
  async (ctx, input: SignUpInput) => {
    const { secret } = await ask(ctx, input);
    redirect(`/welcome/${secret}`);
  },
  { who: "visitor" },
);
