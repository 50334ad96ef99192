import type { StateLabel } from "#app/ui/purchase/purchase-labels.ts";
import type { ShopDomainView } from "#lib/shop-domain/shop-domain";

export const DOMAIN_STATE_LABELS: Record<ShopDomainView["state"], StateLabel> = {
  pending: { word: "Not verified yet", tone: "wait" },
  verified: { word: "Verified", tone: "good" },
  lost: { word: "Records missing", tone: "unsure" },
};

export const DOMAIN_PROBLEM_TEXTS: Record<NonNullable<ShopDomainView["problem"]>, string> = {
  proof: "The TXT record isn’t there. New records take up to an hour to show.",
  address: "The TXT record is there, but the domain doesn’t lead here, or has another A or AAAA record.",
  taken: "Another shop uses this domain, and its TXT record is still there. Delete that record.",
  no_response: "The domain’s DNS servers didn’t respond. We’ll check again.",
  off: "Domains are off at the moment.",
};
