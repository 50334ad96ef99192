import { buy } from "../call.ts";
import { conform, expect } from "../fixtures.ts";

conform("a purchase whose outcome is open is pending, and holds its money (3)", async ({ usual }) => {
  const { status, body } = await buy(usual, { mobile_number: "08031230019" });
  expect([status, body.data.Status, body.data.api_response]).toEqual([200, "pending", "N/A"]);
  expect(body.data.balance_after).not.toBe(body.data.balance_before);
});
