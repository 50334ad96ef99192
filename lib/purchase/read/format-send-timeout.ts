import { formatDuration } from "#lib/core/time/time";
import { getUpstreamVariables } from "#lib/upstream/variables";

/** Formats the time after which a purchase without a response is unconfirmed. */
export const formatSendTimeout = (): string =>
  formatDuration(getUpstreamVariables().UPSTREAM_TIMEOUT_MS / 1000);
