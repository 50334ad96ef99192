import { call } from "../call.ts";
import { expect, test } from "../fixtures.ts";

const lists = ["/api/data_plans", "/api/data-plans-prices/filtered"];

test("lists carry an ETag and are 304 to whoever has them", async ({ portal }) => {
  const usual = await portal.open();
  for (const path of lists) {
    const first = await call(usual, path);
    const tag = first.headers.get("etag") ?? "";
    expect(tag).toMatch(/^"[\w-]{20,}"$/);
    expect(first.headers.get("cache-control")).toBe("private, no-cache");
    for (const known of [tag, `W/${tag}`, `"other", ${tag}`]) {
      const again = await call(usual, path, { headers: { "If-None-Match": known } });
      expect([again.status, again.body, again.headers.get("etag")]).toEqual([304, undefined, tag]);
    }
    expect((await call(usual, path, { headers: { "If-None-Match": '"other"' } })).status).toBe(200);
  }
});

test("HEAD answers as GET, without the body", async ({ portal }) => {
  for (const path of lists) {
    const [get, head] = [
      await call(portal.service.usual, path),
      await call(portal.service.usual, path, { method: "HEAD" }),
    ];
    expect([head.status, head.body]).toEqual([200, undefined]);
    expect(head.headers.get("etag")).toBe(get.headers.get("etag"));
  }
});

test("every answer to a token says how its limit stands", async ({ portal }) => {
  const door = await portal.open();
  const list = await call(door, "/api/data_plans");
  expect(list.headers.get("ratelimit-limit")).toBe("600");
  expect(list.headers.get("ratelimit-remaining")).toBe("599");
  for (const [n, body] of [{}, "{", { plan: 1 }].entries()) {
    const { headers } = await call(door, "/api/data", { body });
    expect(headers.get("ratelimit-limit")).toBe("30");
    expect(headers.get("x-ratelimit-remaining")).toBe(String(29 - n));
    expect(Number(headers.get("ratelimit-reset"))).toBeGreaterThan(0);
  }
});

test("a token's own origins may read the answer, others may not", async ({ portal }) => {
  const door = await portal.open({ origins: ["https://page.example"] });
  const from = (Origin: string) => call(door, "/api/data_plans", { headers: { Origin } });
  const mine = await from("https://page.example");
  expect([mine.status, mine.headers.get("access-control-allow-origin")]).toEqual([
    200,
    "https://page.example",
  ]);
  const other = await from("https://evil.example");
  expect([other.status, other.headers.get("access-control-allow-origin")]).toEqual([403, null]);
  expect(other.body.message).toMatch(/127\.0\.0\.1/);
  const { headers } = await call(portal.service.usual, "/api/data_plans", {
    headers: { Origin: "https://page.example" },
  });
  expect(headers.get("access-control-allow-origin")).toBeNull();
});

test("a preflight is granted to a known origin alone", async ({ portal }) => {
  const door = await portal.open({ origins: ["https://known.example"] });
  const ask = (Origin: string) =>
    call(door, "/api/data/x1", {
      method: "OPTIONS",
      headers: { Authorization: undefined, Origin, "Access-Control-Request-Method": "POST" },
    });
  const granted = await ask("https://known.example");
  expect([granted.status, granted.headers.get("access-control-allow-origin")]).toEqual([
    204,
    "https://known.example",
  ]);
  expect(granted.headers.get("access-control-allow-headers")).toContain("Authorization");
  const refused = await ask("https://unknown.example");
  expect([refused.status, refused.headers.get("access-control-allow-origin")]).toEqual([204, null]);
  expect(refused.headers.get("allow")).toBe("GET, HEAD, OPTIONS, POST");
});
