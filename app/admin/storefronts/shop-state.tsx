import type { AdminShopView } from "#lib/shop/shop-list";
import { Badge } from "../../ui/badge.tsx";
import type { StateWords } from "../../ui/purchase-words.ts";

/** A shop's state in people's words. */
export const SHOP_STATE_WORDS: Record<AdminShopView["state"], StateWords> = {
  open: { word: "Open", tone: "good" },
  paused: { word: "Paused", tone: "unsure" },
  closed: { word: "Closed by its owner", tone: "plain" },
  shut: { word: "Closed by us", tone: "bad" },
};

export function ShopState({ state }: { state: AdminShopView["state"] }) {
  const { word, tone } = SHOP_STATE_WORDS[state];
  return <Badge tone={tone}>{word}</Badge>;
}
