import { request as plain } from "node:http";
import { request as secure } from "node:https";
import { waitWithoutTurn } from "#lib/core/page-turn";
import { cleanText } from "#lib/core/text/foreign-text";
import { describeNetworkError } from "./network-error.ts";
import { lookupPublicAddress, parsePublicUrl, rejectPrivateLiteral } from "./public-address.ts";

const MAX_RESPONSE_BYTES = 16 * 1024;

export interface PostResult {
  httpStatus: number | undefined;
  /** The reason why it was not accepted, in a few words; undefined on success. */
  problem: string | undefined;
  tookMs: number;
  responseText?: string;
}

interface PostMessage {
  body: string | Buffer;
  headers: Record<string, string>;
  /** The total time for the name, the connection and the response. */
  timeoutMs: number;
}

/**
 * Posts a message once, over a new connection to a checked address:
 * no redirects, a deadline, a short read. Never throws. A page lends its turn meanwhile.
 */
export async function postToUrl(url: string, message: PostMessage): Promise<PostResult> {
  const started = performance.now();
  const tookMs = () => Math.round(performance.now() - started);
  try {
    const { location, ...response } = await waitWithoutTurn(() => sendRequest(parsePublicUrl(url), message));
    const { httpStatus } = response;
    const problem =
      httpStatus >= 200 && httpStatus < 300 ? undefined : describeStatus(url, httpStatus, location);
    return { ...response, problem, tookMs: tookMs() };
  } catch (error) {
    return { httpStatus: undefined, problem: describeFailure(error, message.timeoutMs), tookMs: tookMs() };
  }
}

interface Response {
  httpStatus: number;
  responseText: string;
  location: string | undefined;
}

function sendRequest(url: URL, { body, headers, timeoutMs }: PostMessage): Promise<Response> {
  rejectPrivateLiteral(url.hostname);
  return new Promise((resolve, reject) => {
    const request = (url.protocol === "https:" ? secure : plain)(url, {
      method: "POST",
      agent: false,
      lookup: lookupPublicAddress,
      signal: AbortSignal.timeout(timeoutMs),
      headers: { "Content-Type": "application/json", ...headers, "Content-Length": Buffer.byteLength(body) },
    });
    request.on("error", reject);
    // This covers other ends without a response, such as a switch to another protocol.
    request.on("close", () => reject(new Error("the connection was cut")));
    request.on("response", (response) => {
      const read: Buffer[] = [];
      let length = 0;
      const done = () =>
        resolve({
          httpStatus: response.statusCode ?? 0,
          responseText: Buffer.concat(read).toString("utf8"),
          location: response.headers.location,
        });
      response.on("data", (chunk: Buffer) => {
        length += chunk.length;
        if (length <= MAX_RESPONSE_BYTES) {
          read.push(chunk);
          return;
        }
        done();
        request.destroy();
      });
      response.on("end", done);
      response.on("error", reject);
    });
    request.end(body);
  });
}

/** Names the target of a redirect to elsewhere, which is not followed: its owner has to enter or end it. */
function describeStatus(url: string, httpStatus: number, location = ""): string {
  const said = `responded with HTTP ${httpStatus}`;
  const target = [301, 302, 303, 307, 308].includes(httpStatus) ? URL.parse(location, url) : null;
  if (location === "" || !target || !/^https?:$/.test(target.protocol)) return said;
  const { origin, pathname, search } = target;
  const shown = cleanText(`${origin}${pathname}${search}`, 120);
  if (shown === url) return said;
  // The others are where a program sends a person next, such as a page to sign in.
  const next = [301, 307, 308].includes(httpStatus)
    ? "enter that address"
    : "the address must accept events itself";
  return `${said}, redirects to ${shown}: ${next}`;
}

function describeFailure(error: unknown, timeoutMs: number): string {
  if (!(error instanceof Error)) return "could not be sent";
  if (error.name === "TimeoutError" || error.name === "AbortError")
    return `no response within ${timeoutMs / 1000} seconds`;
  return (describeNetworkError(error) ?? error.message).slice(0, 200);
}
