import { describe, expect, test } from "vitest";
import { callerAddress, normalAddress } from "./address.ts";

const from = (peer: string, ...forwarded: string[]) => {
  const headers = new Headers({ "x-peer-address": peer });
  for (const line of forwarded) headers.append("x-forwarded-for", line);
  return headers;
};

describe("without a trusted proxy", () => {
  test("the address is the connection's, whatever the caller claims", () => {
    expect(callerAddress(from("203.0.113.9", "10.0.0.1"), 0)).toBe("203.0.113.9");
    expect(callerAddress(from("203.0.113.9", "10.0.0.1, 10.0.0.2", "10.0.0.3"), 0)).toBe("203.0.113.9");
  });

  test("it is unknown when the server did not say", () => {
    expect(callerAddress(new Headers({ "x-forwarded-for": "10.0.0.1" }), 0)).toBeUndefined();
  });
});

describe("behind trusted proxies", () => {
  test("what the proxy wrote counts, and what the caller put before it does not", () => {
    expect(callerAddress(from("10.0.0.1", "203.0.113.9"), 1)).toBe("203.0.113.9");
    expect(callerAddress(from("10.0.0.1", "1.1.1.1, 2.2.2.2, 203.0.113.9"), 1)).toBe("203.0.113.9");
  });

  test("repeated headers are one list, in their order", () => {
    expect(callerAddress(from("10.0.0.1", "1.1.1.1", "2.2.2.2, 203.0.113.9"), 1)).toBe("203.0.113.9");
    expect(callerAddress(from("10.0.0.1", "203.0.113.9", "10.0.0.2"), 2)).toBe("203.0.113.9");
  });

  test("two hops: the second from the right", () => {
    expect(callerAddress(from("10.0.0.1", "6.6.6.6, 203.0.113.9, 10.0.0.2"), 2)).toBe("203.0.113.9");
  });

  test("a list that is too short or no address leaves the connection's", () => {
    expect(callerAddress(from("10.0.0.1"), 1)).toBe("10.0.0.1");
    expect(callerAddress(from("10.0.0.1", "1.1.1.1"), 2)).toBe("10.0.0.1");
    expect(callerAddress(from("10.0.0.1", "1.1.1.1, unknown"), 1)).toBe("10.0.0.1");
    expect(callerAddress(from("10.0.0.1", "1.1.1.1,"), 1)).toBe("10.0.0.1");
  });
});

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
  expect(normalAddress(text)).toBe(spelled);
});
