"use server";

import { setContact } from "#lib/account/contact";
import { deskAction } from "../desk-action.ts";

export const saveContact = deskAction(setContact, "Everyone reads this from now on.", "/admin/settings");
