import type { shopDomains } from "#db/schema/shop-domain";
import type { DomainRecords } from "./look-up-records.ts";
import { buildProofText } from "./look-up-records.ts";

export type DomainRow = typeof shopDomains.$inferSelect;

export type DomainDecision = Pick<DomainRow, "state" | "problem" | "failingSince"> & {
  /** Until the next check, in minutes. */
  nextInMin: number;
};

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** Records that are gone may be a mistake that their owner mends. */
const GRACE_MS = HOUR_MS;
/** Servers that don't respond say nothing about the records. */
const SILENT_GRACE_MS = 72 * HOUR_MS;
/** How long a new domain is checked often. */
const NEW_MS = 48 * HOUR_MS;

/** Decides the state of a domain by its records at an instant. */
export function decideState(row: DomainRow, records: DomainRecords, at: Date): DomainDecision {
  const isProven = records.proofs.includes(buildProofText(row.token));
  if (isProven && records.pointsHere)
    return { state: "verified", problem: null, failingSince: null, nextInMin: 6 * 60 };
  const problem = !records.complete ? "no_response" : isProven ? "address" : "proof";
  if (row.state !== "verified") {
    const isNew = at.getTime() - row.createdAt.getTime() < NEW_MS;
    const nextInMin = row.state === "pending" && isNew ? 10 : 6 * 60;
    return { state: row.state, problem, failingSince: null, nextInMin };
  }
  const failingSince = row.failingSince ?? at;
  const failedMs = at.getTime() - failingSince.getTime();
  const isLost = failedMs >= (records.complete ? GRACE_MS : SILENT_GRACE_MS);
  return isLost
    ? { state: "lost", problem, failingSince: null, nextInMin: 6 * 60 }
    : { state: "verified", problem, failingSince, nextInMin: 15 };
}
