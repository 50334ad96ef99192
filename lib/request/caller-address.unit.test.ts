import { describe, expect, test } from "vitest";
import { getCallerAddress } from "./caller-address.ts";

const from = (peer: string, ...forwarded: string[]) => {
  const headers = new Headers({ "x-peer-address": peer });
  for (const line of forwarded) headers.append("x-forwarded-for", line);
  return headers;
};
const PROXIES = ["10.0.0.0/8", "2001:db8:ffff::/48"];

describe("from anywhere but a listed proxy", () => {
  test("returns the connection's address, and ignores the caller's claims", () => {
    expect(getCallerAddress(from("203.0.113.9", "10.0.0.1"), [])).toBe("203.0.113.9");
    expect(getCallerAddress(from("203.0.113.9", "10.0.0.1, 10.0.0.2", "10.0.0.3"), [])).toBe("203.0.113.9");
  });

  test("ignores headers of a caller who bypasses the proxy", () => {
    expect(getCallerAddress(from("203.0.113.9", "1.1.1.1"), PROXIES)).toBe("203.0.113.9");
    expect(getCallerAddress(from("203.0.113.9", "1.1.1.1, 10.0.0.1"), PROXIES)).toBe("203.0.113.9");
    expect(getCallerAddress(from("::ffff:203.0.113.9", "1.1.1.1"), PROXIES)).toBe("203.0.113.9");
  });

  test("returns unknown without the server's header", () => {
    expect(getCallerAddress(new Headers({ "x-forwarded-for": "10.0.0.1" }), [])).toBeUndefined();
    expect(getCallerAddress(new Headers({ "x-forwarded-for": "1.1.1.1" }), PROXIES)).toBeUndefined();
  });
});

describe("from a listed proxy", () => {
  test("uses the proxy's entry, and ignores entries before it", () => {
    expect(getCallerAddress(from("10.0.0.1", "203.0.113.9"), PROXIES)).toBe("203.0.113.9");
    expect(getCallerAddress(from("10.0.0.1", "1.1.1.1, 2.2.2.2, 203.0.113.9"), PROXIES)).toBe("203.0.113.9");
    expect(getCallerAddress(from("2001:db8:ffff::1", "1.1.1.1, 2001:DB8::9"), PROXIES)).toBe("2001:db8::9");
  });

  test("skips any number of listed proxies", () => {
    expect(getCallerAddress(from("10.0.0.1", "6.6.6.6, 203.0.113.9, 10.0.0.2"), PROXIES)).toBe("203.0.113.9");
    expect(getCallerAddress(from("10.0.0.1", "203.0.113.9, 10.0.0.3, 10.0.0.2"), PROXIES)).toBe(
      "203.0.113.9",
    );
  });

  test("uses the proxy's peer for a caller who claims to be a proxy", () => {
    expect(getCallerAddress(from("10.0.0.1", "10.9.9.9, 203.0.113.9"), PROXIES)).toBe("203.0.113.9");
  });

  test("joins repeated headers in their order", () => {
    expect(getCallerAddress(from("10.0.0.1", "1.1.1.1", "2.2.2.2, 203.0.113.9"), PROXIES)).toBe(
      "203.0.113.9",
    );
    expect(getCallerAddress(from("10.0.0.1", "203.0.113.9", "10.0.0.2"), PROXIES)).toBe("203.0.113.9");
  });

  test("treats IPv4-mapped IPv6 addresses as IPv4", () => {
    expect(getCallerAddress(from("::ffff:10.0.0.1", "::ffff:203.0.113.9"), PROXIES)).toBe("203.0.113.9");
    expect(getCallerAddress(from("10.0.0.1", "203.0.113.9, ::ffff:10.0.0.2"), PROXIES)).toBe("203.0.113.9");
  });

  test("returns the connection's address for a list of proxies only, or an invalid entry", () => {
    expect(getCallerAddress(from("10.0.0.1"), PROXIES)).toBe("10.0.0.1");
    expect(getCallerAddress(from("10.0.0.1", "10.0.0.2"), PROXIES)).toBe("10.0.0.1");
    expect(getCallerAddress(from("10.0.0.1", "1.1.1.1, unknown"), PROXIES)).toBe("10.0.0.1");
    expect(getCallerAddress(from("10.0.0.1", "1.1.1.1,"), PROXIES)).toBe("10.0.0.1");
  });
});
