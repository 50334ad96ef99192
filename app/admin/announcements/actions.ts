"use server";

import { createAdminAction } from "#app/admin/create-admin-action.ts";
import { endAnnouncement, publishAnnouncement } from "#lib/notification/announcement/publish-announcement";

export const publishAnnouncementAction = createAdminAction(
  publishAnnouncement,
  "Announcement published.",
  "/admin/announcements",
);

export const endAnnouncementAction = createAdminAction(
  endAnnouncement,
  "Announcement ended.",
  "/admin/announcements",
);
