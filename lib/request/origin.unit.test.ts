import { expect, test } from "vitest";
import { checkOrigin } from "./origin.ts";

const check = (headers: Record<string, string>) => () => checkOrigin(new Headers(headers));

test("accepts the portal's own address and loopback", () => {
  expect(check({ host: "127.0.0.1:3001", origin: "http://127.0.0.1:3001" })).not.toThrow();
  expect(check({ host: "inner:3000", origin: "http://localhost:3000" })).not.toThrow();
});

test.each([
  [{ host: "localhost:3000" }],
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
