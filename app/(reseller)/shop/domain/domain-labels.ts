import type { StateLabel } from "#app/ui/purchase/purchase-labels.ts";
import type { ShopDomainView } from "#lib/shop-domain/shop-domain";

export const DOMAIN_STATE_LABELS: Record<ShopDomainView["state"], StateLabel> = {
  pending: { word: "Not verified yet", tone: "wait" },
  opening: { word: "Doesn’t open yet", tone: "wait" },
  verified: { word: "In use", tone: "good" },
  lost: { word: "Records missing", tone: "unsure" },
};

/** Describes a problem and its solution to the domain’s owner, with the detail that the check found. */
export const describeDomainProblem = (
  problem: NonNullable<ShopDomainView["problem"]>,
  detail: string | null,
) => PROBLEM_TEXTS[problem].replace(" {detail}", detail ? ` (${detail})` : "");

const PROBLEM_TEXTS: Record<NonNullable<ShopDomainView["problem"]>, string> = {
  proof: "The TXT record isn’t there. New records take up to an hour to show.",
  address: "The TXT record is there, but the domain doesn’t lead here, or has another A or AAAA record.",
  cdn: "The domain’s addresses are Cloudflare’s, which responds in our place. Set its record to “DNS only” there.",
  taken: "Another shop uses this domain, and its TXT record is still there. Delete that record.",
  no_response: "The domain’s DNS servers didn’t respond. We’ll check again.",
  caa: 'A CAA record {detail} forbids the certificate for HTTPS. Where you set it, add a CAA record with the value 0 issue "letsencrypt.org".',
  certificate:
    "There is no valid certificate for HTTPS yet {detail}. It can take some minutes. If there is none after an hour, contact support.",
  no_answer:
    "Nothing responds at the domain by HTTPS (port 443). Delete A and AAAA records other than those below. If there are none, contact support.",
  other_server:
    "Another server responds at the domain. Delete A and AAAA records other than those below, and turn off forwarding where you registered it.",
  off: "Domains are off at the moment.",
};
