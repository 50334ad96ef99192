import { expect, it } from "vitest";
import { keys } from "#sandbox/payments/keys";
import { providers } from "./providers.ts";

it("offers the providers that have keys, and no other", () => {
  process.env.PAYSTACK_SECRET_KEY = keys.PAYSTACK_SECRET_KEY;
  expect(providers().map(({ name }) => name)).toEqual(["paystack"]);
});
