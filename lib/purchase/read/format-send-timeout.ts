import { formatDuration } from "#lib/core/time/time";
import { getMainTimeoutMs } from "#lib/upstream/account";

/** Formats the time after which a purchase without a response is unconfirmed. */
export const formatSendTimeout = (): string => formatDuration(getMainTimeoutMs() / 1000);
