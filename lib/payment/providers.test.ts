import { expect, it } from "vitest";
import { keys } from "#sandbox/payments/keys";
import { providers } from "./providers.ts";

it("offers the providers that have keys, and no other", () => {
  const { MONNIFY_API_KEY, MONNIFY_SECRET_KEY, MONNIFY_CONTRACT_CODE } = keys;
  Object.assign(process.env, { MONNIFY_API_KEY, MONNIFY_SECRET_KEY, MONNIFY_CONTRACT_CODE });
  expect(providers().map(({ name }) => name)).toEqual(["monnify"]);
});
