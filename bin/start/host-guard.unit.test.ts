import { once } from "node:events";
import { createServer, request as sendRequest } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, expect, test } from "vitest";
import type { Ctx } from "#lib/core/context";
import type { Hosts } from "#lib/core/module";
import { createHostFinder } from "./find-host.ts";
import { createHostGuard, isPortalHost, readHost } from "./host-guard.ts";

const PORTAL = "portal.example.com";
const ctx = { actor: { kind: "visitor" } } as Ctx;
const hosts: Hosts = {
  areServed: () => true,
  find: async (_ctx, host) => {
    if (host === "broken.example.org") throw new Error("the database is away");
    if (!["ada.example.org", "lost.example.org"].includes(host)) return undefined;
    const serves = (path: string) => path.startsWith("/s/ada");
    return { home: "/s/ada", serves, certified: host === "ada.example.org" };
  },
};

const guard = createHostGuard(ctx, [{ name: "shops", hosts }], PORTAL);
const server = createServer(async (request, response) => {
  request.headers["x-sent-url"] = request.url ?? "";
  response.setHeader("Strict-Transport-Security", "max-age=63072000; includeSubDomains");
  if (await guard(request, response)) return;
  response.setHeader("Set-Cookie", "session=1");
  response.appendHeader("Set-Cookie", "device=1");
  response.setHeader("X-Seen-Url", request.url ?? "");
  response.end(JSON.stringify(request.headers));
}).listen(0);
await once(server, "listening");
afterAll(() => server.close());
const { port } = server.address() as AddressInfo;

async function send(host: string, path: string, headers: Record<string, string> = {}, method = "GET") {
  const sent = sendRequest({ port, path, method, headers: { ...headers, Host: host }, agent: false }).end();
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

test("asks no browser to use TLS for other names below a shop's domain", async () => {
  const seen = await send("ada.example.org", "/s/ada");
  expect(seen.headers["strict-transport-security"]).toBe("max-age=86400");
  const portal = await send("portal.example.com", "/s/ada");
  expect(portal.headers["strict-transport-security"]).toContain("includeSubDomains");
});

test.each(["/sign-in", "/api/data", "/s/obi", "/api/certificate?domain=ada.example.org"])(
  "doesn't serve %s at a shop's domain",
  async (path) => {
    expect((await send("ada.example.org", path)).status).toBe(404);
  },
);

test("rejects other methods, unknown names, and names that can't be looked up", async () => {
  expect((await send("ada.example.org", "/s/ada", {}, "PUT")).status).toBe(405);
  expect((await send("obi.example.org", "/s/ada")).status).toBe(421);
  expect((await send("obi.example.org", "/sign-in")).status).toBe(421);
  expect((await send("broken.example.org", "/")).status).toBe(503);
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
  expect(await ask("broken.example.org")).toBe(503);
});

test("changes nothing where no module serves host names", async () => {
  const off = createHostGuard(ctx, [{ name: "shops", hosts: { ...hosts, areServed: () => false } }], PORTAL);
  expect(off({ headers: { host: "obi.example.org" } } as never, {} as never)).toBe(false);
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

test("remembers names for five seconds, and limits lookups of invented ones", async () => {
  let time = 0;
  let lookups = 0;
  const counted: Hosts = {
    ...hosts,
    find: (...args) => {
      lookups += 1;
      return hosts.find(...args);
    },
  };
  const find = createHostFinder(ctx, [counted], () => time);
  for (let n = 0; n < 50; n += 1) await find("ada.example.org");
  expect(lookups).toBe(1);
  for (let n = 0; n < 99; n += 1) await find(`n${n}.example.org`);
  await expect(find("one-more.example.org")).rejects.toThrow("too many");
  expect((await find("ada.example.org"))?.home).toBe("/s/ada");
  time = 1_000;
  expect(await find("one-more.example.org")).toBeUndefined();
  time = 5_001;
  await find("ada.example.org");
  expect(lookups).toBe(102);
});
