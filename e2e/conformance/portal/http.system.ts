import { callApi } from "#e2e/conformance/call-api";
import { expect, test } from "#e2e/conformance/fixtures";

const lists = ["/api/data_plans", "/api/data-plans-prices/filtered"];

test("responds to HEAD as to GET, without the body", async ({ portal }) => {
  for (const path of lists) {
    const [get, head] = [
      await callApi(portal.service.usual, path),
      await callApi(portal.service.usual, path, { method: "HEAD" }),
    ];
    expect([head.status, head.body]).toEqual([200, undefined]);
    expect(head.headers.get("etag")).toBe(get.headers.get("etag"));
  }
});

test("shows the rate limit in every response to a token", async ({ portal }) => {
  const door = await portal.open();
  const list = await callApi(door, "/api/data_plans");
  expect(list.headers.get("ratelimit-limit")).toBe("600");
  expect(list.headers.get("ratelimit-remaining")).toBe("599");
  for (const [n, body] of [{}, "{", { plan: 1 }].entries()) {
    const { headers } = await callApi(door, "/api/data", { body });
    expect(headers.get("ratelimit-limit")).toBe("30");
    expect(headers.get("x-ratelimit-remaining")).toBe(String(29 - n));
    expect(Number(headers.get("ratelimit-reset"))).toBeGreaterThan(0);
  }
});

test("shows the rate limit in responses to rejected requests, and doesn't count them", async ({ portal }) => {
  const door = await portal.open({ origins: ["https://page.example"] });
  const left = (headers: Headers) => headers.get("ratelimit-remaining");
  const Origin = "https://page.example";
  const counted = await callApi(door, "/api/data_plans", { headers: { Origin } });
  expect(left(counted.headers)).toBe("599");
  for (const [method, path, from, status] of [
    ["GET", "/api/data_plans", undefined, 403],
    ["POST", "/api/data/x1", undefined, 403],
    ["PUT", "/api/data/x1", Origin, 405],
    ["GET", "/api/nonsense", Origin, 404],
    ["OPTIONS", "/api/data_plans", Origin, 204],
  ] as const) {
    const response = await callApi(door, path, { method, headers: { Origin: from } });
    expect([path, response.status, response.headers.get("ratelimit-limit"), left(response.headers)]).toEqual([
      path,
      status,
      "600",
      "599",
    ]);
  }
  const stranger = await callApi({ ...door, token: "nobody" }, "/api/data_plans");
  expect([stranger.status, left(stranger.headers)]).toEqual([401, null]);
});

test("allows only a token's own origins to read the response", async ({ portal }) => {
  const door = await portal.open({ origins: ["https://page.example"] });
  const from = (Origin: string) => callApi(door, "/api/data_plans", { headers: { Origin } });
  const allowed = await from("https://page.example");
  expect([allowed.status, allowed.headers.get("access-control-allow-origin")]).toEqual([
    200,
    "https://page.example",
  ]);
  const denied = await from("https://evil.example");
  expect([denied.status, denied.headers.get("access-control-allow-origin")]).toEqual([403, null]);
  expect(denied.body.message).toMatch(/127\.0\.0\.1/);
  const { headers } = await callApi(portal.service.usual, "/api/data_plans", {
    headers: { Origin: "https://page.example" },
  });
  expect(headers.get("access-control-allow-origin")).toBeNull();
});

test("allows a preflight from a known origin only", async ({ portal }) => {
  const door = await portal.open({ origins: ["https://known.example"] });
  const ask = (Origin: string) =>
    callApi(door, "/api/data/x1", {
      method: "OPTIONS",
      headers: { Authorization: undefined, Origin, "Access-Control-Request-Method": "POST" },
    });
  const granted = await ask("https://known.example");
  expect([granted.status, granted.headers.get("access-control-allow-origin")]).toEqual([
    204,
    "https://known.example",
  ]);
  expect(granted.headers.get("access-control-allow-headers")).toContain("Authorization");
  const rejected = await ask("https://unknown.example");
  expect([rejected.status, rejected.headers.get("access-control-allow-origin")]).toEqual([204, null]);
  expect(rejected.headers.get("allow")).toBe("GET, HEAD, OPTIONS, POST");
});

test("names each request, a page's and one that cannot be read among them", async ({ portal }) => {
  const { usual } = portal.service;
  const name = /^[0-9a-f]{12}$/;
  const list = await callApi(usual, "/api/balance");
  const unread = await callApi(usual, "/api/data/%FF");
  expect([unread.status, unread.body]).toEqual([400, { message: "The address is malformed." }]);
  const page = await fetch(`${usual.url}/sign-in`);
  const names = [list.headers, unread.headers, page.headers].map((headers) => headers.get("x-request-id"));
  for (const header of names) expect(header).toMatch(name);
  expect(new Set(names).size).toBe(3);
});
