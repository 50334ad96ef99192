import { formatNetworkName } from "#lib/core/text/display-name";

export const ANNOUNCEMENT_KIND_LABELS: Readonly<Record<"outage" | "maintenance" | "price" | "news", string>> =
  {
    outage: "Outage",
    maintenance: "Maintenance",
    price: "Price change",
    news: "News",
  };

/** Formats the title of an announcement: its kind, and the network that it is about. */
export const formatAnnouncementTitle = (
  kind: keyof typeof ANNOUNCEMENT_KIND_LABELS,
  networkName: string | null,
): string =>
  networkName
    ? `${ANNOUNCEMENT_KIND_LABELS[kind]}: ${formatNetworkName(networkName)}`
    : ANNOUNCEMENT_KIND_LABELS[kind];
