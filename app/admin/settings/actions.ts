"use server";

import { setContact } from "#lib/account/contact";
import { setReportHour } from "#lib/report/report-hour";
import { deskAction } from "../desk-action.ts";

export const saveContact = deskAction(setContact, "Everyone reads this from now on.", "/admin/settings");

export const saveReportHour = deskAction(
  setReportHour,
  "Reports are told from that hour on.",
  "/admin/settings",
);
