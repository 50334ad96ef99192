import { randomUUID } from "node:crypto";
import { connect } from "node:net";

/** The caller of an attack: another network than the neighbour's, with an account's cookie and token. */
export interface Attacker {
  url: string;
  cookie: string;
  token: string;
  plan: { id: number; networkId: number };
  /** The reference of a purchase, whose receipt can be drawn. */
  ident: string;
}

interface Attack {
  /** How many callers act at once, all from one network. */
  callers: number;
  /** Acts once. @returns the status of the response. */
  act(attacker: Attacker, signal: AbortSignal): Promise<number>;
}

const NETWORK = { "X-Forwarded-For": "198.51.100.7" };

async function request(url: string, init: RequestInit): Promise<number> {
  const response = await fetch(url, init);
  await response.arrayBuffer();
  return response.status;
}

/** Opens a connection whose body never ends, until it is closed. */
function sendSlowBody({ url, token }: Attacker, signal: AbortSignal): Promise<number> {
  const { hostname, port, host } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.on("error", () => {});
  socket.write(
    `POST /sign-in HTTP/1.1\r\nHost: ${host}\r\nX-Forwarded-For: 198.51.100.7\r\nAuthorization: Bearer ${token}\r\n` +
      `Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 900000\r\n\r\n${"x".repeat(800_000)}`,
  );
  signal.addEventListener("abort", () => socket.destroy());
  return new Promise((resolve) => {
    let head = "";
    socket.on("data", (bytes) => {
      head ||= bytes.toString("latin1");
    });
    socket.on("close", () => resolve(Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1] ?? 0)));
  });
}

/** An attack on each resource that callers share, by its name in docs/operate/security.md. */
export const ATTACKS: Record<string, Attack> = {
  "pages waiting": {
    callers: 300,
    act: ({ url, cookie }, signal) =>
      request(`${url}/wallet`, { headers: { ...NETWORK, Cookie: cookie }, signal }),
  },
  "images and PDFs": {
    callers: 60,
    act: ({ url, cookie, ident }, signal) =>
      request(`${url}/purchases/${ident}/receipt/png`, { headers: { ...NETWORK, Cookie: cookie }, signal }),
  },
  bodies: { callers: 60, act: sendSlowBody },
  events: {
    callers: 200,
    act: ({ url, cookie }, signal) =>
      request(`${url}/api/events`, { headers: { ...NETWORK, Cookie: cookie }, signal }),
  },
  "database connections": {
    callers: 100,
    act: ({ url, token, plan }, signal) =>
      request(`${url}/api/data/${randomUUID()}`, {
        method: "POST",
        headers: { ...NETWORK, Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
        body: JSON.stringify({ plan: plan.id, network: plan.networkId, mobile_number: "08031234599" }),
        signal,
      }),
  },
  "wrong tokens": {
    callers: 100,
    act: ({ url }, signal) =>
      request(`${url}/api/balance`, {
        headers: { ...NETWORK, Authorization: `Bearer ${randomUUID()}` },
        signal,
      }),
  },
};
