"use server";

import { redirect } from "next/navigation";
import { ChooseByLinkInput, chooseByLink } from "#lib/account/choose-by-link";
import { action } from "#lib/web/action";
import { currentBrowser, enter } from "#lib/web/actor";

export const choose = action(
  ChooseByLinkInput.omit({ browser: true }),
  async (ctx, input) => {
    const browser = await currentBrowser();
    const { secret } = await chooseByLink(ctx, { ...input, browser });
    await enter(secret, browser);
    redirect("/home");
  },
  { who: "visitor" },
);
