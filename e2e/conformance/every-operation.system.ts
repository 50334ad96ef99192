import { callApi, isPastLimit } from "./call-api.ts";
import { expect, test, testConformance } from "./fixtures.ts";
import type { TestedService } from "./tested-service.ts";

/** An operation of the interface; those that the upstream has too are kept by the sandbox as well. */
interface TestedOperation {
  path: string;
  body?: object;
  upstream: boolean;
}

const OPERATIONS: TestedOperation[] = [
  { path: "/api/data_plans", upstream: true },
  { path: "/api/data-plans-prices/filtered", upstream: true },
  { path: "/api/data", body: {}, upstream: true },
  { path: "/api/data/x1", body: {}, upstream: true },
  { path: "/api/data/order-1001", upstream: false },
  { path: "/api/balance", upstream: false },
  { path: "/api/transactions", upstream: false },
  { path: "/api/announcements", upstream: false },
];

const LIST_PATHS = ["/api/data_plans", "/api/data-plans-prices/filtered"];

function testEachOperation(
  promise: string,
  keep: (service: TestedService, operation: TestedOperation) => Promise<void>,
): void {
  for (const operation of OPERATIONS) {
    const words = `${operation.body ? "POST" : "GET"} ${operation.path} ${promise}`;
    if (operation.upstream) testConformance(words, (service) => keep(service, operation));
    else test(words, ({ portal }) => keep(portal.service, operation));
  }
}

testEachOperation(
  "rejects a missing and an unknown token before anything else (interface: Unauthorized)",
  async ({ usual }, { path, body }) => {
    for (const Authorization of [undefined, `Bearer ${usual.token}x`, "Bearer nonsense"]) {
      const response = await callApi(usual, path, { body, headers: { Authorization } });
      expect([response.status, response.body]).toEqual([401, { message: "Unauthenticated." }]);
    }
  },
);

testEachOperation(
  "rejects an address that is not the token's, and names it (interface: Denied address)",
  async ({ elsewhere }, { path, body }) => {
    const response = await callApi(elsewhere, path, { body });
    const message = expect.stringMatching(/\(127\.0\.0\.1\).*not whitelisted/);
    expect([response.status, response.body]).toEqual([403, { status: false, message }]);
  },
);

testConformance("rejects where either the address or the origin is not the token's (5)", async (service) => {
  const from = async (door: typeof service.usual, Origin?: string) =>
    (await callApi(door, "/api/data_plans", { headers: { Origin } })).status;
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
  test(`lists the allowed methods in the response to ${method} ${path}`, async ({ portal }) => {
    const response = await callApi(portal.service.usual, path, {
      method,
      ...(method !== "GET" && { body: {} }),
    });
    const message = expect.stringContaining(method);
    expect([response.status, response.headers.get("allow"), response.body]).toEqual([
      405,
      allow,
      { message },
    ]);
  });
}

for (const path of LIST_PATHS) {
  test(`returns 304 for ${path} when the client has the current ETag`, async ({ portal }) => {
    const { usual } = portal.service;
    const first = await callApi(usual, path);
    const tag = first.headers.get("etag") ?? "";
    expect(tag).toMatch(/^W\/"[\w-]{20,}"$/);
    expect(first.headers.get("cache-control")).toBe("private, no-cache");
    for (const etag of [tag, tag.slice("W/".length), `"other", ${tag}`, "*"]) {
      const again = await callApi(usual, path, { headers: { "If-None-Match": etag } });
      expect([again.status, again.body, again.headers.get("etag")]).toEqual([304, undefined, tag]);
    }
    expect((await callApi(usual, path, { headers: { "If-None-Match": '"other"' } })).status).toBe(200);
  });

  test(`limits ${path} to 600 calls a minute`, async ({ portal }) => {
    const { taken, rejected } = await isPastLimit(await portal.open(), path, 600);
    expect(taken).toEqual(Array(600).fill(304));
    expect([rejected.status, rejected.body]).toEqual([429, { message: "Too Many Attempts." }]);
    expect(Number(rejected.headers.get("retry-after"))).toBeGreaterThanOrEqual(1);
    expect(rejected.headers.get("ratelimit-remaining")).toBe("0");
  });
}
