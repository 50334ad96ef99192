import { request as plain } from "node:http";
import { request as secure } from "node:https";
import { checkLiteral, publicLookup, readUrl } from "./public-address.ts";

const READ_AT_MOST = 16 * 1024;

export interface Posted {
  httpStatus: number | undefined;
  /** Why it was not accepted, in a few words; undefined when it was. */
  problem: string | undefined;
  tookMs: number;
  /** The beginning of what it answered. */
  said?: string;
}

interface Message {
  body: string | Buffer;
  headers: Record<string, string>;
  /** How long it may take in all: the name, the connection and the answer to its end. */
  patienceMs: number;
}

/** Posts a message once, over a new connection to a checked address: no redirects, in bounded time, reading little back. Never throws. */
export async function post(url: string, message: Message): Promise<Posted> {
  const started = performance.now();
  const tookMs = () => Math.round(performance.now() - started);
  try {
    const { httpStatus, said } = await send(readUrl(url), message);
    const problem = httpStatus >= 200 && httpStatus < 300 ? undefined : `answered ${httpStatus}`;
    return { httpStatus, problem, tookMs: tookMs(), said };
  } catch (error) {
    return { httpStatus: undefined, problem: inWords(error, message.patienceMs), tookMs: tookMs() };
  }
}

function send(
  url: URL,
  { body, headers, patienceMs }: Message,
): Promise<{ httpStatus: number; said: string }> {
  checkLiteral(url.hostname);
  return new Promise((resolve, reject) => {
    const request = (url.protocol === "https:" ? secure : plain)(url, {
      method: "POST",
      agent: false,
      lookup: publicLookup,
      signal: AbortSignal.timeout(patienceMs),
      headers: { "Content-Type": "application/json", ...headers, "Content-Length": Buffer.byteLength(body) },
    });
    request.on("error", reject);
    // This covers other ends without an answer, such as a switch to another protocol.
    request.on("close", () => reject(new Error(CUT)));
    request.on("response", (response) => {
      const read: Buffer[] = [];
      let length = 0;
      const done = () =>
        resolve({ httpStatus: response.statusCode ?? 0, said: Buffer.concat(read).toString("utf8") });
      response.on("data", (chunk: Buffer) => {
        length += chunk.length;
        if (length <= READ_AT_MOST) {
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

function inWords(error: unknown, patienceMs: number): string {
  if (!(error instanceof Error)) return "could not be sent";
  if (error.name === "TimeoutError" || error.name === "AbortError")
    return `no answer within ${patienceMs / 1000} seconds`;
  const { code = "" } = error as { code?: string };
  return (WORDS[code] ?? error.message).slice(0, 200);
}

const CUT = "the connection was cut";

const WORDS: Record<string, string> = {
  ENOTFOUND: "the name leads nowhere",
  ENODATA: "the name leads nowhere",
  ETIMEOUT: "the name’s server says nothing",
  ECONNREFUSED: "nobody listens there",
  ECONNRESET: CUT,
};
