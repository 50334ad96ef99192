"use server";

import { setContact } from "#lib/account/contact";
import { texts } from "../../(reseller)/storefront/texts.ts";
import { deskAction } from "../desk-action.ts";

export const saveContact = deskAction(
  texts("name", "phone", "whatsapp", "email", "version", "reason"),
  async (ctx, input) => {
    await setContact(ctx, input);
    return "Everyone reads this from now on.";
  },
  "/admin/settings",
);
