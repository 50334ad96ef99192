import { getTrialValue } from "#lib/core/bounds";
import type { Level } from "#lib/core/context";
import { DIALECTS, getDialect } from "./dialects.ts";
import { getUpstreamVariables } from "./variables.ts";

/** The supplier that the environment names (`UPSTREAM_*`). Its plans are the portal's. */
export const MAIN_SUPPLIER_ID = 1;

/** An account at a service, and how it is used. */
export interface UpstreamAccount {
  /** The name of the dialect that the service speaks. */
  dialect: string;
  /** The interface's `{base_url}`. */
  baseUrl: string;
  token: string;
  /** The level at which the service sells to this account. */
  level: Level;
  /** The most purchases that it accepts in a minute. */
  perMinute: number;
  /** From the name lookup to the last byte of a response, in ms. */
  timeoutMs: number;
  /**
   * The most requests in flight per process, where a test sets it; otherwise computed from rate and timeout.
   */
  maxInFlight: number | undefined;
}

/** Services of this kind wait up to 180 seconds for their own provider; see docs/decisions/fair-queue.md. */
export const getMainTimeoutMs = (): number => Number(getTrialValue("UPSTREAM_TIMEOUT_MS") ?? 190_000);

/** The main supplier's pace in this process, where a test or a benchmark sets it. */
export const getTrialPace = (): number | undefined =>
  Number(getTrialValue("UPSTREAM_PURCHASES_PER_MINUTE")) || undefined;

/** Returns the environment's account, with the level and pace that count until an admin sets others. */
export function getMainAccount(): UpstreamAccount {
  const variables = getUpstreamVariables();
  return {
    dialect: getDialect(variables.UPSTREAM_DIALECT ?? DIALECTS[0].name).name,
    baseUrl: variables.UPSTREAM_BASE_URL,
    token: variables.UPSTREAM_API_TOKEN,
    level: "api",
    perMinute: getTrialPace() ?? 30,
    timeoutMs: getMainTimeoutMs(),
    maxInFlight: Number(getTrialValue("UPSTREAM_IN_FLIGHT")) || undefined,
  };
}
