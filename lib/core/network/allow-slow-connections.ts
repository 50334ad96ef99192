import { setDefaultAutoSelectFamilyAttemptTimeout } from "node:net";

/** All addresses of a name together have 10 s in `exchangeRequest`. */
const ATTEMPT_TIMEOUT_MS = 2_500;

/**
 * Lets every connection of this process take as long as far servers and slow lines need. Node gives up each
 * address but the last after half a second, and the last may be of a family that this machine doesn't have.
 */
export const allowSlowConnections = (): void => setDefaultAutoSelectFamilyAttemptTimeout(ATTEMPT_TIMEOUT_MS);
