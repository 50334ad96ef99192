import type { IncomingMessage, ServerResponse } from "node:http";
import { constants } from "node:zlib";
import compression from "compression";

/** Shorter responses would hardly arrive sooner. */
const MIN_BYTES = 1_024;
/** After a pause of the writer of this length, the data so far is sent: the rest may take its time. */
const FLUSH_DELAY_MS = 20;
const COMPRESSIBLE_TYPE =
  /^(text\/(?!event-stream)|application\/(json|javascript|xml)|image\/svg\+xml|[^;]+\+(json|xml))/;

const pack = compression({
  threshold: MIN_BYTES,
  filter: isCompressible,
  brotli: {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 6,
      [constants.BROTLI_PARAM_LGWIN]: 19,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    },
  },
});

/**
 * Compresses the response as its client accepts it. The framework flushes after each small write: here one
 * flush follows the last of them. See docs/decisions/page-weight.md.
 */
export function compress(request: IncomingMessage, response: ServerResponse): void {
  pack(request as Parameters<typeof pack>[0], response as Parameters<typeof pack>[1], () => {});
  const flushing = response as ServerResponse & { flush(): void };
  const { flush } = flushing;
  let pause: NodeJS.Timeout | undefined;
  flushing.flush = () => {
    clearTimeout(pause);
    if (!response.closed) pause = setTimeout(() => flush.call(response), FLUSH_DELAY_MS);
  };
  response.once("close", () => clearTimeout(pause));
}

/** Statuses of a response without a body, or with a part of one. */
const UNCHANGED_STATUSES = [204, 206, 304];

/** Whether a response may be compressed: not events, images, and parts of files. */
function isCompressible({ headers }: IncomingMessage, response: ServerResponse): boolean {
  // The length of a page that another site asked for with cookies would reveal secrets in its content.
  if (headers.cookie && /^(cross|same)-site$/.test(String(headers["sec-fetch-site"]))) return false;
  if (UNCHANGED_STATUSES.includes(response.statusCode)) return false;
  return COMPRESSIBLE_TYPE.test(String(response.getHeader("Content-Type")));
}
