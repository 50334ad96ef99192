import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { request } from "node:https";
import { isIP } from "node:net";
import { getTrialValue } from "#lib/core/bounds";
import { describeNetworkError } from "#lib/core/network/network-error";
import { selectPublicAddresses } from "#lib/core/network/public-address";
import { readLimitedBody } from "#lib/core/network/read-limited-body";
import { waitWithoutTurn } from "#lib/core/page-turn";
import { findForbiddingRecord } from "./look-up-records.ts";
import { buildOpeningAnswer, buildOpeningPath } from "./opening-answer.ts";

/** Whether a domain opens for customers; where not, why, with what the reason names. */
export type Opening =
  | { problem: null; detail: null }
  | { problem: "caa" | "certificate" | "no_answer" | "other_server"; detail: string | null };

/** A proxy may get the certificate while it is asked for the first page. */
const TIMEOUT_MS = 30_000;
const MAX_ANSWER_BYTES = 200;

/**
 * Sends one HTTPS request to a domain as customers do, at addresses of it that were looked up, of which private
 * ones are left out. It opens when this portal responds over a valid certificate. Background work.
 */
export async function tryOpening(domain: string, addresses: readonly string[]): Promise<Opening> {
  const nonce = randomBytes(16).toString("hex");
  const reached = { port: false, page: false };
  try {
    const answer = await waitWithoutTurn(() =>
      requestText(domain, buildOpeningPath(nonce), addresses, reached),
    );
    if (answer === buildOpeningAnswer(domain, nonce)) return { problem: null, detail: null };
    return { problem: "other_server", detail: null };
  } catch (error) {
    if (reached.page) return { problem: "other_server", detail: null };
    if (!reached.port) return { problem: "no_answer", detail: null };
    const forbidding = await findForbiddingRecord(domain);
    if (forbidding) return { problem: "caa", detail: forbidding };
    return { problem: "certificate", detail: describeNetworkError(error) ?? null };
  }
}

/** Requests a path without redirects. @returns the text of the response, unless it is long */
function requestText(
  domain: string,
  path: string,
  addresses: readonly string[],
  reached: { port: boolean; page: boolean },
): Promise<string | undefined> {
  const targets = selectPublicAddresses(addresses.map((address) => ({ address, family: isIP(address) })));
  const [first] = targets;
  if (!first) throw new Error("It has no address.");
  const authority = getTrialValue("SHOP_DOMAIN_CA");
  return new Promise((resolve, reject) => {
    const sent = request({
      host: domain,
      port: Number(getTrialValue("SHOP_DOMAIN_PORT") ?? 443),
      path,
      headers: { Host: domain, "User-Agent": "Portal-Domains/1" },
      agent: false,
      lookup: (_name, { all }, callback) =>
        all ? callback(null, targets) : callback(null, first.address, first.family),
      signal: AbortSignal.timeout(TIMEOUT_MS),
      ...(authority && { ca: readFileSync(authority) }),
    });
    sent.on("socket", (socket) => {
      socket.on("connect", () => {
        reached.port = true;
      });
      socket.on("secureConnect", () => {
        reached.page = true;
      });
    });
    sent.on("error", reject);
    // This covers other ends without a response, such as a switch to another protocol.
    sent.on("close", () => reject(new Error("The connection was cut.")));
    sent.on("response", (response) => {
      readLimitedBody(response, MAX_ANSWER_BYTES).then((body) => resolve(body?.toString("utf8")), reject);
    });
    sent.end();
  });
}
