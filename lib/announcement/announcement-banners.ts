import type { Banners } from "#lib/core/module";
import { formatAnnouncementTitle } from "./announcement-labels.ts";
import { selectCurrentAnnouncements, toAnnouncements } from "./announcement-list.ts";

/** Shows the current announcements on every page of a reseller. */
export const announcementBanners: Banners = {
  select: selectCurrentAnnouncements,
  toBanners: (rows) =>
    toAnnouncements(rows).map(({ id, kind, networkName, text, madeAt }) => ({
      key: `announcement-${id}`,
      warns: kind === "outage" || kind === "maintenance",
      title: formatAnnouncementTitle(kind, networkName),
      text,
      at: madeAt,
    })),
};
