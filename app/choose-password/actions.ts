"use server";

import { redirect } from "next/navigation";
import { ChoosePasswordInput, choosePassword as choose } from "#lib/account/choose-password";
import { action } from "#lib/web/action";
import { currentAgent, currentVisit } from "#lib/web/actor";
import { keepSession } from "#lib/web/cookie";
import { homeOf } from "#lib/web/next-path";

export const choosePassword = action(
  ChoosePasswordInput.omit({ agent: true }),
  async (ctx, { password }) => {
    const { session } = await currentVisit();
    const { secret } = await choose(ctx, { password, agent: await currentAgent() });
    await keepSession(secret);
    redirect(homeOf(session?.actor.kind ?? "reseller"));
  },
  { who: "newcomer" },
);
