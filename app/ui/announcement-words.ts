import type { Announcement } from "#lib/announcement/announcement-list";

/** What an announcement is about, in a word or two. */
export const KIND_WORDS: Readonly<Record<Announcement["kind"], string>> = {
  outage: "Outage",
  maintenance: "Maintenance",
  price: "Price change",
  news: "News",
};
