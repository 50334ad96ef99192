import type { shopDomains } from "#db/schema/shop-domain";
import { isCloudflareAddress } from "#lib/core/network/cloudflare";
import type { DomainRecords } from "./look-up-records.ts";
import { buildProofText } from "./look-up-records.ts";
import type { Opening } from "./open-domain.ts";

export type DomainRow = typeof shopDomains.$inferSelect;

export type DomainDecision = Pick<DomainRow, "state" | "problem" | "failingSince"> & {
  /** Until the next check, in minutes. */
  nextInMin: number;
};

export type OpeningDecision = Omit<DomainDecision, "state"> & Pick<DomainRow, "detail" | "openedAt">;

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** Records that are gone may be a mistake that their owner mends. */
const GRACE_MS = HOUR_MS;
/** Servers that don't respond say nothing about the records. */
const SILENT_GRACE_MS = 72 * HOUR_MS;
/** How long links use a domain that no longer opens. */
const OPENING_GRACE_MS = 24 * HOUR_MS;
/** How long a new domain is checked often. */
const NEW_MS = 48 * HOUR_MS;
/** Until the servers hold the name, without which they allow no certificate. */
const FIRST_OPENING_MIN = 0.1;

/** Decides the state of a domain by its records at an instant. */
export function decideState(row: DomainRow, records: DomainRecords, at: Date): DomainDecision {
  const problem = findRecordProblem(row, records);
  if (!problem)
    return {
      state: "verified",
      problem: null,
      failingSince: null,
      nextInMin: row.state === "verified" && row.openedAt ? 6 * 60 : FIRST_OPENING_MIN,
    };
  if (row.state !== "verified") {
    const isNew = at.getTime() - row.createdAt.getTime() < NEW_MS;
    const nextInMin = row.state === "pending" && isNew ? 10 : 6 * 60;
    return { state: row.state, problem, failingSince: null, nextInMin };
  }
  const failingSince = (isOfOpening(row.problem) ? null : row.failingSince) ?? at;
  const failedMs = at.getTime() - failingSince.getTime();
  const isLost = failedMs >= (records.complete ? GRACE_MS : SILENT_GRACE_MS);
  return isLost
    ? { state: "lost", problem, failingSince: null, nextInMin: 6 * 60 }
    : { state: "verified", problem, failingSince, nextInMin: 15 };
}

/** Finds the problem of a domain’s records; null where they prove it and lead here. */
export function findRecordProblem({ token }: DomainRow, records: DomainRecords) {
  const isProven = records.proofs.includes(buildProofText(token));
  if (isProven && records.pointsHere) return null;
  if (!records.complete) return "no_response";
  if (!isProven) return "proof";
  return records.addresses.some(isCloudflareAddress) ? "cdn" : "address";
}

/** Decides by a request to a verified domain whether links use it. */
export function decideOpening(row: DomainRow, opening: Opening, at: Date): OpeningDecision {
  if (!opening.problem)
    return { ...opening, failingSince: null, openedAt: row.openedAt ?? at, nextInMin: 6 * 60 };
  if (!row.openedAt) {
    const triedMin = (at.getTime() - (row.verifiedAt ?? at).getTime()) / MINUTE_MS;
    const nextInMin = Math.min(Math.max(2, Math.round(triedMin / 2)), 6 * 60);
    return { ...opening, failingSince: null, openedAt: null, nextInMin };
  }
  const failingSince = (isOfOpening(row.problem) ? row.failingSince : null) ?? at;
  return at.getTime() - failingSince.getTime() >= OPENING_GRACE_MS
    ? { ...opening, failingSince: null, openedAt: null, nextInMin: 6 * 60 }
    : { ...opening, failingSince, openedAt: row.openedAt, nextInMin: 15 };
}

const isOfOpening = (problem: DomainRow["problem"]) =>
  ["caa", "certificate", "no_answer", "other_server"].includes(problem ?? "");
