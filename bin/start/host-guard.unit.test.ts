import { once } from "node:events";
import { createServer, request as sendRequest } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, expect, test } from "vitest";
import type { ServedHost } from "#lib/core/module";
import { createHostGuard, isPortalHost, readHost } from "./host-guard.ts";

const PORTAL = "portal.example.com";
const PROXY = "10.0.0.1";
let ready = true;
const serveAda = (certified: boolean): ServedHost => ({
  home: "/s/ada",
  serves: (path) => path.startsWith("/s/ada"),
  answer: (path) => (path === "/.well-known/ada" ? "it opens" : undefined),
  certified,
});
const shops = new Map([
  ["ada.example.org", serveAda(true)],
  ["lost.example.org", serveAda(false)],
]);
const hosts = { find: (host: string) => shops.get(host), isReady: () => ready, stop() {} };

const guard = createHostGuard(hosts, { portal: PORTAL, proxies: [`${PROXY}/32`] });
const server = createServer((request, response) => {
  request.headers["x-sent-url"] = request.url ?? "";
  response.setHeader("Strict-Transport-Security", "max-age=63072000");
  if (guard(request, response)) return;
  response.setHeader("Set-Cookie", "session=1");
  response.appendHeader("Set-Cookie", "device=1");
  response.setHeader("X-Seen-Url", request.url ?? "");
  response.end(JSON.stringify(request.headers));
}).listen(0);
await once(server, "listening");
afterAll(() => server.close());
const { port } = server.address() as AddressInfo;

async function send(host: string, path: string, headers: Record<string, string> = {}, method = "GET") {
  const peer = { "X-Peer-Address": "127.0.0.1" };
  const sent = sendRequest({
    port,
    path,
    method,
    headers: { ...peer, ...headers, Host: host },
    agent: false,
  }).end();
  const [response] = await once(sent, "response");
  const body = (await response.setEncoding("utf8").toArray()).join("");
  return { status: response.statusCode, headers: response.headers, body };
}

test("serves the shop's home at the root of its domain, with the query", async () => {
  const { status, headers } = await send("Ada.example.org:443", "/?network=2");
  expect([status, headers["x-seen-url"]]).toEqual([200, "/s/ada?network=2"]);
});

test("sets no cookie there, and passes no session on", async () => {
  const { headers, body } = await send("ada.example.org", "/s/ada/order", {
    Cookie: "session=1",
    Authorization: "Bearer x",
    "Next-Action": "abc",
    "Next-Router-State-Tree": "[]",
    RSC: "1",
    "X-Forwarded-Host": "portal.example.com",
  });
  expect(headers["set-cookie"]).toBeUndefined();
  const seen = JSON.parse(body);
  expect(seen["x-shop-host"]).toBe("ada.example.org");
  expect(Object.keys(seen).filter((name) => /cookie|auth|next|rsc|forwarded/.test(name))).toEqual([]);
});

test("asks browsers to use TLS at a shop's domain for a day only", async () => {
  const seen = await send("ada.example.org", "/s/ada");
  expect(seen.headers["strict-transport-security"]).toBe("max-age=86400");
  const portal = await send("portal.example.com", "/s/ada");
  expect(portal.headers["strict-transport-security"]).toBe("max-age=63072000");
});

test.each(["/sign-in", "/api/data", "/s/obi", "/api/certificate?domain=ada.example.org"])(
  "doesn't serve %s at a shop's domain",
  async (path) => {
    expect((await send("ada.example.org", path)).status).toBe(404);
  },
);

test("responds at a path that has a text there, and nowhere else", async () => {
  expect(await send("ada.example.org", "/.well-known/ada")).toMatchObject({ status: 200, body: "it opens" });
  expect((await send("ada.example.org", "/.well-known/obi")).status).toBe(404);
  expect((await send(PORTAL, "/.well-known/ada")).body).not.toBe("it opens");
});

test("rejects other methods and unknown names, and all until the names are read", async () => {
  expect((await send("ada.example.org", "/s/ada", {}, "PUT")).status).toBe(405);
  expect((await send("obi.example.org", "/s/ada")).status).toBe(421);
  expect((await send("obi.example.org", "/sign-in")).status).toBe(421);
  ready = false;
  expect((await send("ada.example.org", "/")).status).toBe(503);
  expect((await send(PORTAL, "/sign-in")).status).toBe(200);
  ready = true;
});

test("serves the portal's host names as before", async () => {
  for (const host of [
    "portal.example.com",
    "www.portal.example.com",
    "localhost:3000",
    "127.0.0.1",
    "[::1]:3000",
    "web",
  ]) {
    const { status, headers } = await send(host, "/sign-in");
    expect([host, status, headers["set-cookie"]?.length]).toEqual([host, 200, 2]);
  }
});

test("allows a certificate only for a verified domain", async () => {
  const ask = async (domain: string) =>
    (await send("127.0.0.1:2018", `/api/certificate?domain=${encodeURIComponent(domain)}`)).status;
  expect(await ask("ada.example.org")).toBe(200);
  for (const domain of ["lost.example.org", "obi.example.org", "", "x".repeat(300), "ada.example.org/x"])
    expect(await ask(domain), domain).toBe(404);
});

test("rejects a question about certificates from any caller but the proxy", async () => {
  const ask = async (peer: string, forwarded?: string) => {
    const headers = { "X-Peer-Address": peer, ...(forwarded && { "X-Forwarded-For": forwarded }) };
    return (await send(PORTAL, "/api/certificate?domain=ada.example.org", headers)).status;
  };
  expect(await ask(PROXY)).toBe(200);
  // Caddy of another machine or container requests it through itself.
  expect(await ask(PROXY, "127.0.0.1")).toBe(200);
  expect(await ask("203.0.113.9")).toBe(403);
  expect(await ask("203.0.113.9", "127.0.0.1")).toBe(403);
  expect(await ask(PROXY, "203.0.113.9")).toBe(403);
  expect(await ask(PROXY, `127.0.0.1, ${PROXY}, 203.0.113.9`)).toBe(403);
});

test("tells the portal's host names from others", () => {
  expect(isPortalHost(readHost("PORTAL.example.com.:443"), PORTAL)).toBe(true);
  for (const host of [
    "example.com",
    "notportal.example.com",
    "portal.example.com.evil.org",
    "localhost.evil.org",
  ])
    expect(isPortalHost(host, PORTAL), host).toBe(false);
});
