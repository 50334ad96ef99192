import { expect, test } from "vitest";
import { checkOrigin } from "./origin.ts";

const check = (headers: Record<string, string>) => () => checkOrigin(new Headers(headers));

test("accepts the portal's own address and loopback", () => {
  expect(check({ host: "127.0.0.1:3001", origin: "http://127.0.0.1:3001" })).not.toThrow();
  expect(check({ host: "inner:3000", origin: "http://localhost:3000" })).not.toThrow();
});

test("accepts a page whose browser sends no Origin, by its Referer or Sec-Fetch-Site", () => {
  const host = "localhost:3000";
  const [referer, site] = [
    { referer: "http://localhost:3000/s/ada/order?x=1" },
    { "sec-fetch-site": "same-origin" },
  ];
  expect(check({ host, ...referer })).not.toThrow();
  expect(check({ host, ...site })).not.toThrow();
  expect(check({ host, ...referer, ...site })).not.toThrow();
  const shop = { host: "ada.test", "x-shop-host": "ada.test" };
  expect(check({ ...shop, referer: "http://ada.test/order" })).not.toThrow();
  expect(check({ ...shop, ...site })).not.toThrow();
});

test.each([
  [{ host: "localhost:3000" }],
  [{ host: "localhost:3000", referer: "http://evil.test/localhost:3000" }],
  [{ host: "localhost:3000", referer: "http://localhost:3000.evil.test/" }],
  [{ host: "localhost:3000", referer: "" }],
  [{ host: "localhost:3000", origin: "null", referer: "http://localhost:3000/" }],
  [{ host: "localhost:3000", origin: "http://evil.test", "sec-fetch-site": "same-origin" }],
  [{ host: "localhost:3000", referer: "http://localhost:3000/", "sec-fetch-site": "cross-site" }],
  [{ host: "localhost:3000", "sec-fetch-site": "same-site" }],
  [{ host: "localhost:3000", "sec-fetch-site": "none" }],
  [{ host: "evil.test", "sec-fetch-site": "same-origin" }],
  [{ host: "evil.test", referer: "http://evil.test/", "sec-fetch-site": "same-origin" }],
  [{ host: "localhost:3000", origin: "null" }],
  [{ host: "localhost:3000", origin: "" }],
  [{ host: "localhost:3000", origin: "http://evil.test" }],
  [{ host: "localhost:3000", origin: "http://localhost:3000.evil.test" }],
  [{ host: "localhost:3000", origin: "http://localhost:4000" }],
  // DNS rebinding: an attacker's name that resolves to the portal.
  [{ host: "evil.test", origin: "http://evil.test" }],
  [{ host: "10.0.0.5:3000", origin: "http://10.0.0.5:3000" }],
  [{ host: "", origin: "file:///etc/passwd" }],
  [{ host: "localhost:3000", origin: "http://evil.test", "x-forwarded-host": "evil.test" }],
])("%o is rejected", (headers) => {
  expect(check(headers as Record<string, string>)).toThrow(expect.objectContaining({ code: "forbidden" }));
});
