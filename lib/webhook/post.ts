import { request as plain } from "node:http";
import { request as secure } from "node:https";
import { readUrl } from "./check-url.ts";
import { checkLiteral, publicLookup } from "./public-address.ts";

const PATIENCE_MS = 10_000;
const READ_AT_MOST = 16 * 1024;

export interface Posted {
  httpStatus: number | undefined;
  /** Why it did not arrive, in a few words; undefined when it did. */
  problem: string | undefined;
  tookMs: number;
}

/** Sends a message once: a new connection to a checked address, no redirects, ten seconds, little read back. */
export async function post(url: string, body: string, headers: Record<string, string>): Promise<Posted> {
  const started = performance.now();
  const tookMs = () => Math.round(performance.now() - started);
  try {
    const httpStatus = await send(readUrl(url), body, headers);
    const problem = httpStatus >= 200 && httpStatus < 300 ? undefined : `answered ${httpStatus}`;
    return { httpStatus, problem, tookMs: tookMs() };
  } catch (error) {
    return { httpStatus: undefined, problem: inWords(error), tookMs: tookMs() };
  }
}

function send(url: URL, body: string, headers: Record<string, string>): Promise<number> {
  checkLiteral(url.hostname);
  return new Promise((resolve, reject) => {
    const request = (url.protocol === "https:" ? secure : plain)(url, {
      method: "POST",
      agent: false,
      lookup: publicLookup,
      signal: AbortSignal.timeout(PATIENCE_MS),
      headers: { ...headers, "Content-Type": "application/json", "Content-Length": Buffer.byteLength(body) },
    });
    request.on("error", reject);
    request.on("response", (response) => {
      let read = 0;
      const done = () => resolve(response.statusCode ?? 0);
      response.on("data", (chunk: Buffer) => {
        read += chunk.length;
        if (read <= READ_AT_MOST) return;
        done();
        request.destroy();
      });
      response.on("end", done);
      response.on("error", reject);
    });
    request.end(body);
  });
}

function inWords(error: unknown): string {
  if (!(error instanceof Error)) return "could not be sent";
  if (error.name === "TimeoutError" || error.name === "AbortError") return "no answer within 10 seconds";
  const { code = "" } = error as { code?: string };
  return (WORDS[code] ?? error.message).slice(0, 200);
}

const WORDS: Record<string, string> = {
  ENOTFOUND: "the name leads nowhere",
  ECONNREFUSED: "nobody listens there",
  ECONNRESET: "the connection was cut",
};
