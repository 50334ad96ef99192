import { expect, test } from "vitest";
import { maskError, maskPath, maskRef } from "./mask-request.ts";

test.each([
  ["/api/data/order-08031234567", "/api/data/order-08031234567"],
  ["/api/transactions?search=08031234567&limit=5", "/api/transactions?search=…4567&limit=5"],
  ["/api/transactions?search=%2B2348031234567", "/api/transactions?search=%2B…4567"],
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
});
