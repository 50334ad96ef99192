"use server";

import { redirect } from "next/navigation";
import { ChoosePasswordInput, choosePassword as choose } from "#lib/account/password/set";
import { EndLeftBehindInput, endLeftBehind } from "#lib/safety/left-behind";
import { action } from "#lib/web/action";
import { currentBrowser, currentVisit, enter } from "#lib/web/actor";
import { homeOf } from "#lib/web/next-path";

export const choosePassword = action(
  ChoosePasswordInput.omit({ browser: true }).extend(EndLeftBehindInput.shape),
  async (ctx, { password, ...ends }) => {
    const { session } = await currentVisit();
    const browser = await currentBrowser();
    const { secret } = await choose(ctx, { password, browser }, (tx) => endLeftBehind(tx, ends));
    await enter({ secret, half: null }, browser);
    redirect(homeOf(session?.actor.kind ?? "reseller"));
  },
  { who: "newcomer" },
);
