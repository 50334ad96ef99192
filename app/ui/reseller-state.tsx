import type { ResellerAccount } from "#lib/account/reseller/list";
import { Badge } from "./badge.tsx";
import type { Tone } from "./purchase-words.ts";

/** A reseller's state in people's words. */
export const RESELLER_STATE_WORDS: Record<ResellerAccount["state"], { word: string; tone: Tone }> = {
  active: { word: "Active", tone: "good" },
  restricted: { word: "Restricted", tone: "unsure" },
  closed: { word: "Closed", tone: "plain" },
};

export function ResellerState({ state }: { state: ResellerAccount["state"] }) {
  const { word, tone } = RESELLER_STATE_WORDS[state];
  return (
    <Badge tone={tone} icon>
      {word}
    </Badge>
  );
}
