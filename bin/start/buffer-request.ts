import { IncomingMessage, type ServerResponse } from "node:http";
import type { EarlyRejection } from "#lib/api/early-rejection";
import type { HeldBody } from "./body-budget.ts";
import { type BodyLimit, findBodyLimit } from "./body-limits.ts";
import { readCaller } from "./read-caller.ts";
import { rejectRequest } from "./reject-request.ts";

const METHODS_WITHOUT_BODY = ["GET", "HEAD"];

/**
 * An upload that is too large is read to this size and discarded: browsers show the response
 * only once they have sent it.
 */
const MAX_DISCARDED_BYTES = 32 * 1024 * 1024;

const TOO_LARGE: EarlyRejection = { status: 413, message: "The request is too large." };
const TOO_MANY_FIELDS: EarlyRejection = { status: 413, message: "The form has too many fields." };
const INVALID_FORM: EarlyRejection = { status: 400, message: "This isn't a valid form." };
const TOO_SLOW: EarlyRejection = {
  status: 408,
  message: "The request took too long to arrive. Send it again.",
};
const OVERLOADED: EarlyRejection = {
  status: 503,
  message: "The portal is receiving too much at once. Send the request again in a few seconds.",
  headers: { "Retry-After": "5" },
};

/**
 * Reads a request's body within the limits of its path, before the framework does: form parsers slow down with many
 * small fields.
 * @returns a request with the same head and the buffered body; undefined when it was rejected
 * or its connection closed.
 */
export async function bufferRequest(
  request: IncomingMessage,
  response: ServerResponse,
  limit = findBodyLimit(request.url ?? ""),
): Promise<IncomingMessage | undefined> {
  if (METHODS_WITHOUT_BODY.includes(request.method ?? "")) return request;
  const body = await readBody(request, response, limit);
  if (body === "closed") return undefined;
  const rejection = Buffer.isBuffer(body) ? checkFields(request, body, limit) : body;
  if (rejection === TOO_LARGE && limit.tooLargeLocation) {
    const headers = { Location: limit.tooLargeLocation, "Cache-Control": "no-store", Connection: "close" };
    response.writeHead(303, headers).end();
  } else if (rejection) rejectRequest(request, response, rejection);
  return rejection || !Buffer.isBuffer(body) ? undefined : createBufferedRequest(request, body);
}

type ReadBody = Buffer | EarlyRejection | "closed";

function readBody(request: IncomingMessage, response: ServerResponse, limit: BodyLimit): Promise<ReadBody> {
  const { promise, resolve } = Promise.withResolvers<ReadBody>();
  const [kind, wide] = readCaller(request);
  const held: HeldBody = { caller: `${kind} ${wide}`, bytes: 0, evict: () => finish(OVERLOADED) };
  let chunks: Buffer[] = [];
  let length = 0;
  const timer = setTimeout(() => finish(TOO_SLOW), limit.timeoutMs);
  const finish = (body: ReadBody) => {
    clearTimeout(timer);
    request.off("data", onData).off("end", onEnd);
    held.evict = undefined;
    if (!Buffer.isBuffer(body)) limit.budget.release(held);
    chunks = [];
    resolve(body);
  };
  const onData = (chunk: Buffer) => {
    length += chunk.length;
    if (length <= limit.bytes) {
      chunks.push(chunk);
      if (!limit.budget.reserve(held, chunk.length)) finish(OVERLOADED);
      return;
    }
    chunks = [];
    limit.budget.release(held);
    if (!limit.tooLargeLocation || length > MAX_DISCARDED_BYTES) finish(TOO_LARGE);
  };
  const onEnd = () => finish(length > limit.bytes ? TOO_LARGE : Buffer.concat(chunks));
  // The framework holds the body until the response is complete.
  response.once("close", () => {
    limit.budget.release(held);
    finish("closed");
  });
  const maxLength = limit.tooLargeLocation ? MAX_DISCARDED_BYTES : limit.bytes;
  if (Number(request.headers["content-length"]) > maxLength) finish(TOO_LARGE);
  else request.on("data", onData).once("end", onEnd);
  return promise;
}

/** Counts a form's fields in one pass, before a parser creates an object for each. */
function checkFields(
  { headers }: IncomingMessage,
  body: Buffer,
  { parts }: BodyLimit,
): EarlyRejection | undefined {
  const type = headers["content-type"] ?? "";
  if (/^\s*application\/x-www-form-urlencoded\b/i.test(type))
    return hasMoreThan(parts, "&", body) ? TOO_MANY_FIELDS : undefined;
  if (!/^\s*multipart\//i.test(type)) return undefined;
  // Any other spelling could give two parsers two boundaries.
  const [, boundary] = /^multipart\/form-data; ?boundary="?([\w'()+,./:=?-]{1,70})"?$/.exec(type) ?? [];
  if (boundary === undefined) return INVALID_FORM;
  return hasMoreThan(parts + 1, `--${boundary}`, body) ? TOO_MANY_FIELDS : undefined;
}

function hasMoreThan(max: number, text: string, body: Buffer): boolean {
  let at = -1;
  for (let count = 0; count <= max; count++) {
    at = body.indexOf(text, at + 1, "latin1");
    if (at < 0) return false;
  }
  return true;
}

function createBufferedRequest(request: IncomingMessage, body: Buffer): IncomingMessage {
  const { method, url, headers, rawHeaders, httpVersion, httpVersionMajor, httpVersionMinor } = request;
  const buffered = Object.assign(new IncomingMessage(request.socket), {
    method,
    url,
    rawHeaders,
    headers,
    httpVersion,
    httpVersionMajor,
    httpVersionMinor,
    complete: true,
  });
  if (body.length > 0) buffered.push(body);
  buffered.push(null);
  bodies.set(buffered, body);
  return buffered;
}

const bodies = new WeakMap<IncomingMessage, Buffer>();

/** Returns the body of a buffered request, which stays to be read. */
export const getBody = (request: IncomingMessage): Buffer => bodies.get(request) ?? Buffer.alloc(0);
