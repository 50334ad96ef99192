"use server";

import { redirect } from "next/navigation";
import { CreateFirstOwnerInput, createFirstOwner } from "#lib/account/first-owner";
import { defineAction } from "#lib/request/action";
import { getCurrentBrowser, signInBrowser } from "#lib/request/actor";
import { getHomePath } from "#lib/request/next-path";

export const createFirstOwnerAction = defineAction(
  CreateFirstOwnerInput.omit({ browser: true }),
  async (ctx, input) => {
    const browser = await getCurrentBrowser();
    await signInBrowser(await createFirstOwner(ctx, { ...input, browser }), browser);
    redirect(getHomePath("admin"));
  },
  { audience: "visitor" },
);
