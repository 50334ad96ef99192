"use server";

import { createAdminAction } from "#app/admin/create-admin-action.ts";
import { endAnnouncement, publishAnnouncement } from "#lib/announcement/publish-announcement";

export const publishAnnouncementAction = createAdminAction(publishAnnouncement, "Announcement published.");

export const endAnnouncementAction = createAdminAction(endAnnouncement, "Announcement ended.");
