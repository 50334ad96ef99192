import { expect, test } from "vitest";
import { maskError, maskPath, maskRef } from "./mask-request.ts";

test.each([
  ["/api/data/order-08031234567", "/api/data/order-08031234567"],
  ["/api/transactions?search=08031234567&limit=5", "/api/transactions?search=…4567&limit=5"],
  ["/api/transactions?search=%2B2348031234567", "/api/transactions?search= …4567"],
  ["/api/transactions?search=%30803%20123+45-67", "/api/transactions?search=…4567"],
  ["/api/transactions?search=%2530803%252012345 67", "/api/transactions?search=…4567"],
  ["/api/transactions?search=Ada%20Obi+2", "/api/transactions?search=Ada%20Obi+2"],
  ["/api/transactions?from=2026-07-19&to=2026-08-01", "/api/transactions?from=2026-07-19&to=2026-08-01"],
  ["/api/balance?%74oken=abc%26def&limit=1", "/api/balance?token=…&limit=1"],
  [`/api/data/kiosk%5Flive%5f${"a".repeat(49)}%FF`, "/api/data/…\ufffd"],
  [
    "/api/transactions?a=1?api_token=abc&Secret=x&limit=2",
    "/api/transactions?a=1?api_token=…&Secret=…&limit=2",
  ],
  [`/api/balance?q=kiosk_live_${"a".repeat(49)}`, "/api/balance?q=…"],
  [`/api/data/kiosk_test_${"a".repeat(49)}`, "/api/data/…"],
  ["/api/data/\0\ud800", "/api/data/?\ufffd"],
])("masks secrets and mobile numbers of %s", (path, masked) => {
  expect(maskPath(path)).toBe(masked);
});

test("bounds texts, and leaves nothing that the database rejects", () => {
  expect(maskPath(`/api/${"x".repeat(20_000)}`)).toHaveLength(300);
  expect(maskError(`${"é".repeat(299)}😀`)).toBe(`${"é".repeat(299)}\ufffd`);
  expect(maskRef("x".repeat(99))).toHaveLength(64);
  expect(maskError("08031234567 is not served")).toBe("…4567 is not served");
  expect(maskError("+234 (803) 123 45 67 is not served")).toBe("+…4567 is not served");
});
