/** Subjects of announcements. */
export const ANNOUNCEMENT_KIND_LABELS: Readonly<Record<"outage" | "maintenance" | "price" | "news", string>> =
  {
    outage: "Outage",
    maintenance: "Maintenance",
    price: "Price change",
    news: "News",
  };
