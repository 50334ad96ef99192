import { TOTP } from "otpauth";
import { expect, test } from "vitest";
import { createTotpUri, findTimeStep, generateTotpSecret } from "./totp.ts";

/** RFC 6238's own secret, and the last six digits of its first three examples. */
const SECRET = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";

test.each([
  [59, "287082", 1],
  [1_111_111_109, "081804", 37_037_036],
  [1_234_567_890, "005924", 41_152_263],
])("at second %i the code is %s", (second, code, step) => {
  expect(findTimeStep(SECRET, code, second * 1000)).toBe(step);
});

test("accepts a clock one step early or late, and not two", () => {
  const at = 1_800_000_000_000;
  const code = (spans: number) => new TOTP({ secret: SECRET }).generate({ timestamp: at + spans * 30_000 });
  expect([-2, -1, 0, 1, 2].map((spans) => findTimeStep(SECRET, code(spans), at))).toEqual([
    undefined,
    at / 30_000 - 1,
    at / 30_000,
    at / 30_000 + 1,
    undefined,
  ]);
});

test("names the portal, the account and a new secret in the address", () => {
  const secret = generateTotpSecret();
  expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  expect(generateTotpSecret()).not.toBe(secret);
  const uri = new URL(createTotpUri(secret, "ada@kiosk.test"));
  expect([uri.protocol, uri.host, uri.searchParams.get("secret"), uri.searchParams.get("issuer")]).toEqual([
    "otpauth:",
    "totp",
    secret,
    "Kiosk",
  ]);
  expect(decodeURIComponent(uri.pathname)).toContain("ada@kiosk.test");
});
