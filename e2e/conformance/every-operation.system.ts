import { call, callsOver } from "./call.ts";
import type { Service } from "./door.ts";
import { conform, expect, test } from "./fixtures.ts";

/** An operation of the interface; those that the upstream has too are kept by the sandbox as well. */
interface Operation {
  path: string;
  body?: object;
  upstream: boolean;
}

const OPERATIONS: Operation[] = [
  { path: "/api/data_plans", upstream: true },
  { path: "/api/data-plans-prices/filtered", upstream: true },
  { path: "/api/data", body: {}, upstream: true },
  { path: "/api/data/x1", body: {}, upstream: true },
  { path: "/api/data/order-1001", upstream: false },
  { path: "/api/balance", upstream: false },
  { path: "/api/transactions", upstream: false },
  { path: "/api/announcements", upstream: false },
];

const LISTS = ["/api/data_plans", "/api/data-plans-prices/filtered"];

function each(promise: string, keep: (service: Service, operation: Operation) => Promise<void>): void {
  for (const operation of OPERATIONS) {
    const words = `${operation.body ? "POST" : "GET"} ${operation.path} ${promise}`;
    if (operation.upstream) conform(words, (service) => keep(service, operation));
    else test(words, ({ portal }) => keep(portal.service, operation));
  }
}

each(
  "refuses a missing and an unknown token before anything else (7.4)",
  async ({ usual }, { path, body }) => {
    for (const Authorization of [undefined, `Bearer ${usual.token}x`, "Bearer nonsense"]) {
      const told = await call(usual, path, { body, headers: { Authorization } });
      expect([told.status, told.body]).toEqual([401, { message: "Unauthenticated." }]);
    }
  },
);

each(
  "refuses an address that is not the token's, and names it (7.5)",
  async ({ elsewhere }, { path, body }) => {
    const told = await call(elsewhere, path, { body });
    const message = expect.stringMatching(/\(127\.0\.0\.1\).*not whitelisted/);
    expect([told.status, told.body]).toEqual([403, { status: false, message }]);
  },
);

conform("refuses where either the address or the origin is not the token's (5)", async (service) => {
  const from = async (door: typeof service.usual, Origin?: string) =>
    (await call(door, "/api/data_plans", { headers: { Origin } })).status;
  const { fenced, fencedElsewhere, paged } = service;
  const [mine, other] = ["https://page.example", "https://other.example"];
  expect([await from(fenced), await from(fenced, mine), await from(fenced, other)]).toEqual([200, 200, 403]);
  expect([await from(fencedElsewhere), await from(fencedElsewhere, mine)]).toEqual([403, 403]);
  expect([await from(paged), await from(paged, mine), await from(paged, other)]).toEqual([403, 200, 403]);
});

for (const [method, path, allow] of [
  ["GET", "/api/data", "OPTIONS, POST"],
  ["PUT", "/api/data/x1", "GET, HEAD, OPTIONS, POST"],
  ["POST", "/api/data_plans", "GET, HEAD, OPTIONS"],
  ["DELETE", "/api/data-plans-prices/filtered", "GET, HEAD, OPTIONS"],
] as const) {
  test(`${method} ${path} is told which methods are right`, async ({ portal }) => {
    const told = await call(portal.service.usual, path, { method, ...(method !== "GET" && { body: {} }) });
    const message = expect.stringContaining(method);
    expect([told.status, told.headers.get("allow"), told.body]).toEqual([405, allow, { message }]);
  });
}

for (const path of LISTS) {
  test(`whoever has ${path} already is told so by its ETag`, async ({ portal }) => {
    const { usual } = portal.service;
    const first = await call(usual, path);
    const tag = first.headers.get("etag") ?? "";
    expect(tag).toMatch(/^W\/"[\w-]{20,}"$/);
    expect(first.headers.get("cache-control")).toBe("private, no-cache");
    for (const known of [tag, tag.slice("W/".length), `"other", ${tag}`, "*"]) {
      const again = await call(usual, path, { headers: { "If-None-Match": known } });
      expect([again.status, again.body, again.headers.get("etag")]).toEqual([304, undefined, tag]);
    }
    expect((await call(usual, path, { headers: { "If-None-Match": '"other"' } })).status).toBe(200);
  });

  test(`after 600 calls of a minute for ${path} the next ones wait`, async ({ portal }) => {
    const { taken, refused } = await callsOver(await portal.open(), path, 600);
    expect(taken).toEqual(Array(600).fill(304));
    expect([refused.status, refused.body]).toEqual([429, { message: "Too Many Attempts." }]);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThanOrEqual(1);
    expect(refused.headers.get("ratelimit-remaining")).toBe("0");
  });
}
