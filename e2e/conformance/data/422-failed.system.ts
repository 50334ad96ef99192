import { buy, TRANSACTION } from "../call.ts";
import { conform, expect } from "../fixtures.ts";

conform("a failure at the provider answers with the transaction, not charged (7.3)", async ({ usual }) => {
  const { status, body } = await buy(usual, { mobile_number: "08031230001" });
  expect(status).toBe(422);
  expect(Object.keys(body)).toEqual(["data"]);
  expect(Object.keys(body.data).sort()).toEqual(TRANSACTION);
  expect(body.data).toMatchObject({ Status: "failed", api_response: expect.stringMatching(/\w+ \w+/) });
  expect(body.data.balance_after).toBe(body.data.balance_before);
});
