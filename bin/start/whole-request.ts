import { IncomingMessage, type ServerResponse } from "node:http";
import { network } from "#lib/account/throttle";
import type { Refusal } from "#lib/api/front-door";
import { callerAddress } from "#lib/web/address";
import { type BodyLimit, bodyLimit } from "./body-limits.ts";
import type { Held } from "./body-room.ts";
import { refuse } from "./malformed.ts";

const WITHOUT_BODY = ["GET", "HEAD"];

/** What is too long for a form that leads to a page is read to here and thrown away, so that browsers see the answer. */
const THROWN_AWAY = 32 * 1024 * 1024;

const TOO_LONG: Refusal = { status: 413, message: "This is too long." };
const TOO_MANY_FIELDS: Refusal = { status: 413, message: "This form has too many fields." };
const NO_FORM: Refusal = { status: 400, message: "This is no form that can be read." };
const TOO_SLOW: Refusal = { status: 408, message: "This did not arrive in time. Send it again." };
const NO_ROOM: Refusal = {
  status: 503,
  message: "Too much arrives at once. Send it again in a moment.",
  headers: { "Retry-After": "5" },
};

/**
 * Reads the body of a request within its path's limit, before the framework may: that would copy each for the proxy, ten
 * megabytes of anybody's, and take its time with many small parts. What does not fit is refused here.
 * @returns the request with its body at hand; undefined when it was refused, or its sender is gone.
 */
export async function wholeRequest(
  request: IncomingMessage,
  response: ServerResponse,
  limit = bodyLimit(request.url ?? ""),
): Promise<IncomingMessage | undefined> {
  if (WITHOUT_BODY.includes(request.method ?? "")) return request;
  const read = await bodyOf(request, response, limit);
  if (read === "gone") return undefined;
  const refusal = Buffer.isBuffer(read)
    ? wrongBody(request.headers["content-type"] ?? "", read, limit)
    : read;
  if (refusal === TOO_LONG && limit.tooLong)
    response
      .writeHead(303, { Location: limit.tooLong, "Cache-Control": "no-store", Connection: "close" })
      .end();
  else if (refusal) refuse(request.url ?? "", response, refusal);
  return refusal || !Buffer.isBuffer(read) ? undefined : withBody(request, read);
}

function bodyOf(
  request: IncomingMessage,
  response: ServerResponse,
  limit: BodyLimit,
): Promise<Buffer | Refusal | "gone"> {
  const { promise, resolve } = Promise.withResolvers<Buffer | Refusal | "gone">();
  let chunks: Buffer[] = [];
  let length = 0;
  const held: Held = { caller: callerOf(request), bytes: 0 };
  const timer = setTimeout(() => end(TOO_SLOW), limit.patienceMs);
  const end = (read: Buffer | Refusal | "gone") => {
    clearTimeout(timer);
    request.off("data", take).off("end", whole);
    held.giveUp = undefined;
    if (!Buffer.isBuffer(read)) limit.room.leave(held);
    chunks = [];
    resolve(read);
  };
  held.giveUp = () => end(NO_ROOM);
  const take = (chunk: Buffer) => {
    length += chunk.length;
    if (length <= limit.bytes) {
      chunks.push(chunk);
      if (!limit.room.take(held, chunk.length)) end(NO_ROOM);
      return;
    }
    chunks = [];
    limit.room.leave(held);
    if (!limit.tooLong || length > THROWN_AWAY) end(TOO_LONG);
  };
  const whole = () => end(length > limit.bytes ? TOO_LONG : Buffer.concat(chunks));
  // Until it is answered: so long the framework has it.
  response.once("close", () => {
    limit.room.leave(held);
    end("gone");
  });
  if (Number(request.headers["content-length"]) > (limit.tooLong ? THROWN_AWAY : limit.bytes)) end(TOO_LONG);
  else request.on("data", take).once("end", whole);
  return promise;
}

/** Whose bodies share a fate: one customer's line, whatever addresses it has. */
const callerOf = ({ headers }: IncomingMessage) =>
  network(callerAddress({ get: (name) => headers[name]?.toString() ?? null }) ?? "");

/** What makes a body no form that its path reads. Its parts are counted in one pass, before any reader makes objects of them. */
function wrongBody(type: string, body: Buffer, { parts }: BodyLimit): Refusal | undefined {
  if (/^\s*application\/x-www-form-urlencoded\b/i.test(type))
    return occursMore(body, "&", parts) ? TOO_MANY_FIELDS : undefined;
  if (!/^\s*multipart\//i.test(type)) return undefined;
  // Written otherwise, one reader might take another boundary than the next.
  const [, boundary] = /^multipart\/form-data; ?boundary="?([\w'()+,./:=?-]{1,70})"?$/.exec(type) ?? [];
  if (boundary === undefined) return NO_FORM;
  return occursMore(body, `--${boundary}`, parts + 1) ? TOO_MANY_FIELDS : undefined;
}

function occursMore(body: Buffer, text: string, most: number): boolean {
  let at = -1;
  for (let found = 0; found <= most; found++) {
    at = body.indexOf(text, at + 1, "latin1");
    if (at < 0) return false;
  }
  return true;
}

/** The same request, with its body ready to be read. */
function withBody(request: IncomingMessage, body: Buffer): IncomingMessage {
  const { method, url, headers, rawHeaders, httpVersion, httpVersionMajor, httpVersionMinor } = request;
  const whole = Object.assign(new IncomingMessage(request.socket), {
    ...{ method, url, rawHeaders, headers, httpVersion, httpVersionMajor, httpVersionMinor, complete: true },
  });
  if (body.length > 0) whole.push(body);
  whole.push(null);
  return whole;
}
