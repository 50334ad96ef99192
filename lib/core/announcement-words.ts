/** What an announcement is about, in a word or two. */
export const KIND_WORDS: Readonly<Record<"outage" | "maintenance" | "price" | "news", string>> = {
  outage: "Outage",
  maintenance: "Maintenance",
  price: "Price change",
  news: "News",
};
