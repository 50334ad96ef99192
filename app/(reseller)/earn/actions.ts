"use server";

import { redirect } from "next/navigation";
import { createResellerAction } from "#lib/request/page-action";
import { buyUpgrade } from "#lib/upgrade/buy-upgrade";
import { requestUpgrade } from "#lib/upgrade/request-upgrade";

export const buyUpgradeAction = createResellerAction(buyUpgrade, () => redirect("/earn?done=approved"));

export const requestUpgradeAction = createResellerAction(requestUpgrade, (state) =>
  redirect(`/earn?done=${state}`),
);
