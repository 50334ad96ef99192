import { expect, test } from "vitest";
import { formatNetworkName, formatTypeName } from "./display-name.ts";

test.each([
  ["MTN", "MTN"],
  ["AIRTEL", "Airtel"],
  ["glo", "Glo"],
  ["9MOBILE", "9mobile"],
  ["MTN Nigeria", "MTN Nigeria"],
  ["SMILE", "SMILE"],
])("the network %s is written %s", (name, text) => {
  expect(formatNetworkName(name)).toBe(text);
  expect(formatNetworkName(text)).toBe(text);
});

test.each([
  ["SME", "SME"],
  ["SME2", "SME2"],
  ["GIFTING", "Gifting"],
  ["CORPORATE GIFTING", "Corporate gifting"],
  ["MTN AWOOF DATA", "MTN awoof data"],
  ["Data share", "Data share"],
])("the plan type %s is written %s", (name, text) => {
  expect(formatTypeName(name)).toBe(text);
  expect(formatTypeName(text)).toBe(text);
});
