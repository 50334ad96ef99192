import { Resolver } from "node:dns/promises";
import { getTrialValue } from "#lib/core/bounds";
import { cleanText } from "#lib/core/text/foreign-text";
import { getPortalHost } from "./domain-name.ts";

/** The name of the TXT record that proves a domain. */
export const buildProofName = (domain: string): string => `_shop-proof.${domain}`;
export const buildProofText = (token: string): string => `shop-proof=${token}`;

export interface DomainRecords {
  /** The texts at the name of the proof, at most `MAX_RECORDS` of them. */
  proofs: string[];
  /** Whether all its addresses are the portal's. */
  pointsHere: boolean;
  /** The domain's own addresses, at most `MAX_RECORDS` of each kind. */
  addresses: string[];
  portalAddresses: string[];
  /** Whether every question was answered, if only by the absence of records. */
  complete: boolean;
}

const TRY_TIMEOUT_MS = 2_000;
/** For all questions together. */
const TIMEOUT_MS = 8_000;
/** More are ignored: servers of strangers respond here. */
const MAX_RECORDS = 20;

/**
 * Looks up the records of a domain and of the portal. Only questions to the machine's DNS servers are sent,
 * nothing is requested from the addresses found.
 */
export async function lookUpRecords(domain: string): Promise<DomainRecords> {
  const resolver = createResolver();
  const timer = setTimeout(() => resolver.cancel(), TIMEOUT_MS);
  let complete = true;
  const ask = async <T>(question: Promise<T[]>): Promise<T[]> => {
    try {
      return (await question).slice(0, MAX_RECORDS);
    } catch (error) {
      complete &&= ABSENT.has(String((error as NodeJS.ErrnoException).code));
      return [];
    }
  };
  const askAddresses = async (name: string) =>
    (await Promise.all([ask(resolver.resolve4(name)), ask(resolver.resolve6(name))])).flat();
  const portal = getPortalHost();
  try {
    const [texts, aliases, addresses, portalAddresses] = await Promise.all([
      ask(resolver.resolveTxt(buildProofName(domain))),
      ask(resolver.resolveCname(domain)),
      askAddresses(domain),
      askAddresses(portal),
    ]);
    const isAlias = aliases.some((name) => name.toLowerCase() === portal);
    const areSame = addresses.length > 0 && addresses.every((address) => portalAddresses.includes(address));
    return {
      proofs: texts.map((parts) => parts.join("").trim()),
      pointsHere: isAlias || areSame,
      addresses,
      portalAddresses,
      complete,
    };
  } finally {
    clearTimeout(timer);
  }
}

/** An authority from which `ops/Caddyfile` gets certificates. */
const AUTHORITY = "letsencrypt.org";
/** How many names above a domain are asked: only a name of a stranger has more. */
const MAX_PARENTS = 8;

/**
 * Finds the CAA records that forbid the certificate of a domain: those of the nearest name at or above it that has
 * any (RFC 8659). @returns that name with the authorities that they allow; undefined where nothing forbids it
 */
export async function findForbiddingRecord(domain: string): Promise<string | undefined> {
  const resolver = createResolver();
  const timer = setTimeout(() => resolver.cancel(), TIMEOUT_MS);
  const labels = domain.split(".");
  const names = labels.slice(0, -1).map((_, n) => labels.slice(n).join("."));
  try {
    const sets = await Promise.all(
      names.slice(0, MAX_PARENTS).map((name) => resolver.resolveCaa(name).catch(() => [])),
    );
    const at = sets.findIndex((records) => records.length > 0);
    const issuers = (sets[at] ?? []).flatMap(({ issue }) => (issue === undefined ? [] : [issue.trim()]));
    if (issuers.length === 0 || issuers.some((issuer) => issuer.split(";")[0]?.trim() === AUTHORITY))
      return undefined;
    return cleanText(`${names[at]}: ${issuers.slice(0, 3).join(", ")}`, 300);
  } finally {
    clearTimeout(timer);
  }
}

function createResolver(): Resolver {
  const server = getTrialValue("SHOP_DOMAIN_DNS");
  const resolver = new Resolver({ timeout: TRY_TIMEOUT_MS, tries: 2 });
  if (server) resolver.setServers([server]);
  return resolver;
}

/** The name, or a record of this type, doesn't exist. */
const ABSENT = new Set(["ENOTFOUND", "ENODATA"]);
