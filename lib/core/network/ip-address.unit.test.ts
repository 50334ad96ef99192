import { expect, test } from "vitest";
import { isLoopback, normaliseAddress } from "./ip-address.ts";

test.each([
  ["203.0.113.9", "203.0.113.9"],
  [" 203.0.113.9:51234 ", "203.0.113.9"],
  ["::ffff:203.0.113.9", "203.0.113.9"],
  ["::FFFF:CB00:7109", "203.0.113.9"],
  ["0:0:0:0:0:ffff:203.0.113.9", "203.0.113.9"],
  ["2001:DB8:0:0:0:0:0:1", "2001:db8::1"],
  ["[2001:db8::1]:443", "2001:db8::1"],
  ["fe80::1%eth0", "fe80::1"],
  ["localhost", undefined],
  ["1.2.3", undefined],
  ["", undefined],
])("%s is spelled %s", (text, spelled) => {
  expect(normaliseAddress(text)).toBe(spelled);
});

test.each([
  ["localhost", true],
  ["portal.localhost", true],
  ["127.0.0.1", true],
  ["127.8.9.1", true],
  ["[::1]", true],
  ["[::ffff:127.0.0.1]", true],
  ["localhost.example", false],
  ["10.0.0.1", false],
  ["0.0.0.0", false],
  ["portal.example", false],
])("%s is this machine: %s", (hostname, loopback) => {
  expect(isLoopback(hostname)).toBe(loopback);
});
