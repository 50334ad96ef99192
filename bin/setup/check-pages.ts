import { request } from "node:https";
import { describeNetworkError } from "#lib/core/network/network-error";
import type { Finding } from "./checks.ts";

const TIMEOUT_MS = 20_000;
const ALSO_OUTSIDE = "Open ports 80 and 443 to this machine from outside, also in your provider's firewall";

/** Requests a page as a browser does, through the proxy. */
export async function checkPages(domain: string, port = 443): Promise<Finding> {
  const title = `Pages: https://${domain}`;
  try {
    const status = await requestStatus(domain, port);
    if (status !== 200)
      return { title, problem: `they respond with HTTP ${status}. journalctl -u caddy says why` };
    return {
      title: `${title}, asked from this machine. Open them on a phone without Wi-Fi, too; if that fails: ${ALSO_OUTSIDE}`,
    };
  } catch (error) {
    return { title, problem: describeProblem(error) };
  }
}

function describeProblem(error: unknown): string {
  const { code = "", name, message } = error as NodeJS.ErrnoException;
  // Handshake failure, internal error, unrecognised name: what proxies without a certificate for a name say.
  if (/SSL alert number (40|80|112)\b/.test(message))
    return `the proxy has no certificate for this name yet. ${ALSO_OUTSIDE}, and see that DNS names this machine alone; journalctl -u caddy has the authority's reply`;
  if (code === "ECONNREFUSED") return "no proxy listens at port 443. Run systemctl start caddy";
  const reason = describeNetworkError(error) ?? (name === "TimeoutError" ? "no response in time" : message);
  return `${reason}. journalctl -u caddy says more`;
}

function requestStatus(domain: string, port: number): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  // A name of this machine alone has a certificate of Caddy's own authority.
  const rejectUnauthorized = domain !== "localhost";
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  request({ hostname: domain, port, path: "/api/ready", rejectUnauthorized, signal }, (response) => {
    response.resume();
    resolve(response.statusCode ?? 0);
  })
    .once("error", reject)
    .end();
  return promise;
}
