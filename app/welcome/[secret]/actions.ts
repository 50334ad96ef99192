"use server";

import { redirect } from "next/navigation";
import { ChooseByLinkInput, chooseByLink } from "#lib/account/password/choose-by-link";
import { EndLeftBehindInput, endLeftBehind } from "#lib/safety/left-behind";
import { action } from "#lib/web/action";
import { currentBrowser, enter } from "#lib/web/actor";
import { homeOf } from "#lib/web/next-path";

export const choose = action(
  ChooseByLinkInput.omit({ browser: true }).extend(EndLeftBehindInput.shape),
  async (ctx, { secret: link, password, ...ends }) => {
    const browser = await currentBrowser();
    const opened = await chooseByLink(ctx, { secret: link, password, browser }, (tx) =>
      endLeftBehind(tx, ends),
    );
    await enter(opened, browser);
    redirect(homeOf(opened.role));
  },
  { who: "visitor" },
);
