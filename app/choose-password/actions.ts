"use server";

import { redirect } from "next/navigation";
import {
  ChoosePasswordByLinkInput,
  choosePasswordByLink,
} from "#lib/account/password/choose-password-by-link";
import { ChoosePasswordInput, choosePassword as choose } from "#lib/account/password/set-password";
import { modules } from "#lib/modules";
import { defineAction } from "#lib/request/action";
import { getCurrentBrowser, getCurrentVisit, signInBrowser } from "#lib/request/actor";
import { getHomePath } from "#lib/request/next-path";
import { RevokeReviewedAccessInput, revokeReviewedAccess } from "#lib/reseller/access-review";

export const choosePasswordAction = defineAction(
  ChoosePasswordInput.omit({ browser: true }).extend(RevokeReviewedAccessInput.shape),
  async (ctx, { password, ...ends }) => {
    const { session } = await getCurrentVisit();
    const browser = await getCurrentBrowser();
    const { secret } = await choose(ctx, { password, browser }, (tx) =>
      revokeReviewedAccess(tx, modules, ends),
    );
    await signInBrowser({ secret, half: null }, browser);
    redirect(getHomePath(session?.actor.kind ?? "reseller"));
  },
  { audience: "newcomer" },
);

export const choosePasswordByLinkAction = defineAction(
  ChoosePasswordByLinkInput.omit({ browser: true }).extend(RevokeReviewedAccessInput.shape),
  async (ctx, { secret: link, password, ...ends }) => {
    const browser = await getCurrentBrowser();
    const opened = await choosePasswordByLink(ctx, { secret: link, password, browser }, (tx) =>
      revokeReviewedAccess(tx, modules, ends),
    );
    await signInBrowser(opened, browser);
    redirect(getHomePath(opened.role));
  },
  { audience: "visitor" },
);
