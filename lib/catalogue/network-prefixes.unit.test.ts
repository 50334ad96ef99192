import { expect, test } from "vitest";
import { findOtherNetworkName, getNetworkExamplePhone } from "./network-prefixes.ts";

test("names the network that a number looks like only where it is another known one", () => {
  expect(findOtherNetworkName("MTN", "+2348021234567", [])).toBe("Airtel");
  expect(findOtherNetworkName("Airtel NG", "+2348051234567", [])).toBe("Glo");
  expect(findOtherNetworkName("MTN", "+2348051234567", ["MTN", "GLO"])).toBe("GLO");
  expect(findOtherNetworkName("mtn", "+2348031234567", [])).toBe(null);
  expect(findOtherNetworkName("Smile", "+2348031234567", [])).toBe(null);
  expect(findOtherNetworkName("MTN", "+2347071234567", [])).toBe(null);
});

test("gives an example number of the network, and one of the country for an unknown network", () => {
  expect(getNetworkExamplePhone("MTN")).toBe("0703 123 4567");
  expect(getNetworkExamplePhone("GLO")).toBe("0705 123 4567");
  expect(findOtherNetworkName("MTN", "+2347031234567", [])).toBe(null);
  expect(getNetworkExamplePhone("Smile")).toBe("0802 123 4567");
});
