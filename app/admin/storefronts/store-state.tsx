import type { AdminStoreView } from "#lib/shop/list-stores";
import { Badge } from "../../ui/badge.tsx";
import type { StateWords } from "../../ui/purchase-words.ts";

/** A shop's state in people's words. */
export const STORE_STATE_WORDS: Record<AdminStoreView["state"], StateWords> = {
  open: { word: "Open", tone: "good" },
  paused: { word: "Paused", tone: "unsure" },
  closed: { word: "Closed by its owner", tone: "plain" },
  shut: { word: "Closed by us", tone: "bad" },
};

export function StoreState({ state }: { state: AdminStoreView["state"] }) {
  const { word, tone } = STORE_STATE_WORDS[state];
  return <Badge tone={tone}>{word}</Badge>;
}
