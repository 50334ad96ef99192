import { expect, test } from "vitest";
import { buildDeliveryMessageUrl } from "./delivery-message.ts";

test("writes the delivery to the customer's own number, without a price", () => {
  const at = new Date("2026-11-23T13:05:00Z");
  const url = new URL(
    buildDeliveryMessageUrl(
      {
        networkName: "MTN",
        size: "1",
        volume: "GB",
        phone: "0803 123 4567",
        phoneE164: "+2348031234567",
        placedAt: at,
        settledAt: at,
        ident: "DT1",
      },
      "Ada & Sons",
    ),
  );
  expect(url.origin + url.pathname).toBe("https://wa.me/2348031234567");
  const text = url.searchParams.get("text");
  expect(text).toMatch(/^MTN 1 GB was delivered to 0803 123 4567 on .+\nReference: DT1\nAda & Sons$/);
  expect(text).not.toContain("₦");
});
