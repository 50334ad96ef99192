import { declareActions } from "#lib/core/action";
import { defineModule } from "#lib/core/module";
import { factText } from "#lib/core/notification-kind";
import { operatorData } from "#lib/core/personal-data";
import { formatAnnouncementTitle } from "./announcement-labels.ts";

export const announcementModule = defineModule({
  name: "announcement",
  tables: {
    announcements: operatorData({ forever: "announcements" }),
  },
  actions: {
    ...declareActions(() => import("./publish-announcement.ts"), {
      endAnnouncement: { redirects: null, permission: "answer", audit: "announcement.ended" },
      publishAnnouncement: {
        redirects: "data",
        permission: "answer",
        audit: "announcement.made",
      },
    }),
  },
  audit: {
    "announcement.ended": "ended an announcement",
    "announcement.made": "published an announcement",
  },
  events: { "announcement.made": "An announcement was published." },
  notifications: {
    announcement: {
      label: "Announcements",
      audience: "resellers",
      group: "news",
      follows: { "announcement.made": ({ facts }) => ({ to: "resellers", facts }) },
      format: ({ facts }) => ({
        title: formatAnnouncementTitle(
          factText(facts.kind) as Parameters<typeof formatAnnouncementTitle>[0],
          factText(facts.network),
        ),
        text: factText(facts.text),
        path: "/status",
      }),
    },
  },
  banners: async () => (await import("./announcement-list.ts")).announcementBanners,
  webhookEvents: {
    "announcement.made": {
      load: async (ctx, subject) =>
        (await import("./announcement-for-clients.ts")).loadAnnouncementEvent(ctx, subject),
      sample: async (at) => (await import("./announcement-for-clients.ts")).buildSampleAnnouncement(at),
    },
  },
});
