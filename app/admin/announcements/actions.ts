"use server";

import { announce, endAnnouncement } from "#lib/announcement/announce";
import { deskAction } from "../desk-action.ts";

export const tellEverybody = deskAction(announce, "Everybody is told.", "/admin/announcements");

export const endIt = deskAction(endAnnouncement, "Nobody is told it any more.", "/admin/announcements");
