"use server";

import { redirect } from "next/navigation";
import { ChooseByLinkInput, chooseByLink } from "#lib/account/choose-by-link";
import { action } from "#lib/web/action";
import { currentAgent } from "#lib/web/actor";
import { keepSession } from "#lib/web/cookie";

export const choose = action(
  ChooseByLinkInput.omit({ agent: true }),
  async (ctx, input) => {
    const { secret } = await chooseByLink(ctx, { ...input, agent: await currentAgent() });
    await keepSession(secret);
    redirect("/home");
  },
  { who: "visitor" },
);
