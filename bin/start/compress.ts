import type { IncomingMessage, ServerResponse } from "node:http";
import { constants } from "node:zlib";
import compression from "compression";

/** Shorter responses would hardly arrive sooner. */
export const MIN_BYTES = 1_024;
/** So much is compressed without waiting for more: nearly every page in one piece, since each is a thread's wake-up. */
const MAX_WAITING_BYTES = 128 * 1_024;
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
 * Compresses the response as its client accepts it. The framework writes a page in dozens of small parts, each with a
 * flush: here they are compressed together, at the latest after a pause. See docs/decisions/page-weight.md.
 */
export function compress(request: IncomingMessage, response: ServerResponse): void {
  pack(request as Parameters<typeof pack>[0], response as Parameters<typeof pack>[1], () => {});
  const packed = response as typeof response & { flush(): void };
  const write = packed.write.bind(packed) as (part: Uint8Array) => boolean;
  const end = packed.end.bind(packed) as (part?: Uint8Array) => ServerResponse;
  const flush = packed.flush.bind(packed);
  let parts: Buffer[] = [];
  let bytes = 0;
  let pause: NodeJS.Timeout | undefined;
  const takeParts = () => {
    clearTimeout(pause);
    const data = Buffer.concat(parts);
    [parts, bytes] = [[], 0];
    return data;
  };
  const sendAfterPause = () => {
    clearTimeout(pause);
    pause = setTimeout(() => {
      write(takeParts());
      flush();
    }, FLUSH_DELAY_MS);
  };
  response.write = (part: string | Uint8Array, encoding?: unknown) => {
    if (!packed.headersSent) packed.writeHead(packed.statusCode);
    const data = toBuffer(part, encoding);
    if (!packed.hasHeader("Content-Encoding") || response.closed) return write(data);
    parts.push(data);
    bytes += data.length;
    if (bytes >= MAX_WAITING_BYTES) return write(takeParts());
    sendAfterPause();
    return true;
  };
  response.end = ((part?: unknown, encoding?: unknown) => {
    const last =
      typeof part === "string" || part instanceof Uint8Array ? toBuffer(part, encoding) : undefined;
    if (parts.length === 0) return end(last);
    if (last) parts.push(last);
    return end(takeParts());
  }) as ServerResponse["end"];
  packed.flush = () => {};
  response.once("close", () => clearTimeout(pause));
}

const toBuffer = (part: string | Uint8Array, encoding: unknown): Buffer =>
  typeof part === "string"
    ? Buffer.from(part, encoding as BufferEncoding)
    : Buffer.from(part.buffer, part.byteOffset, part.byteLength);

/** Statuses of a response without a body, or with a part of one. */
const UNCHANGED_STATUSES = [204, 206, 304];

/** Whether a response may be compressed: not events, images, and parts of files. */
function isCompressible({ headers }: IncomingMessage, response: ServerResponse): boolean {
  // The length of a page that another site asked for with cookies would reveal secrets in its content.
  if (headers.cookie && /^(cross|same)-site$/.test(String(headers["sec-fetch-site"]))) return false;
  if (UNCHANGED_STATUSES.includes(response.statusCode)) return false;
  return COMPRESSIBLE_TYPE.test(String(response.getHeader("Content-Type")));
}
