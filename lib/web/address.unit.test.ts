import { describe, expect, test } from "vitest";
import { callerAddress } from "./address.ts";

const from = (peer: string, ...forwarded: string[]) => {
  const headers = new Headers({ "x-peer-address": peer });
  for (const line of forwarded) headers.append("x-forwarded-for", line);
  return headers;
};
const PROXIES = ["10.0.0.0/8", "2001:db8:ffff::/48"];

describe("from anywhere but a listed proxy", () => {
  test("the address is the connection's, whatever the caller claims", () => {
    expect(callerAddress(from("203.0.113.9", "10.0.0.1"), [])).toBe("203.0.113.9");
    expect(callerAddress(from("203.0.113.9", "10.0.0.1, 10.0.0.2", "10.0.0.3"), [])).toBe("203.0.113.9");
  });

  test("a portal that is reached past its proxy believes nothing", () => {
    expect(callerAddress(from("203.0.113.9", "1.1.1.1"), PROXIES)).toBe("203.0.113.9");
    expect(callerAddress(from("203.0.113.9", "1.1.1.1, 10.0.0.1"), PROXIES)).toBe("203.0.113.9");
    expect(callerAddress(from("::ffff:203.0.113.9", "1.1.1.1"), PROXIES)).toBe("203.0.113.9");
  });

  test("it is unknown when the server did not say", () => {
    expect(callerAddress(new Headers({ "x-forwarded-for": "10.0.0.1" }), [])).toBeUndefined();
    expect(callerAddress(new Headers({ "x-forwarded-for": "1.1.1.1" }), PROXIES)).toBeUndefined();
  });
});

describe("from a listed proxy", () => {
  test("what the proxy wrote counts, and what the caller put before it does not", () => {
    expect(callerAddress(from("10.0.0.1", "203.0.113.9"), PROXIES)).toBe("203.0.113.9");
    expect(callerAddress(from("10.0.0.1", "1.1.1.1, 2.2.2.2, 203.0.113.9"), PROXIES)).toBe("203.0.113.9");
    expect(callerAddress(from("2001:db8:ffff::1", "1.1.1.1, 2001:DB8::9"), PROXIES)).toBe("2001:db8::9");
  });

  test("a proxy of the same kind behind it is passed over, however many there are", () => {
    expect(callerAddress(from("10.0.0.1", "6.6.6.6, 203.0.113.9, 10.0.0.2"), PROXIES)).toBe("203.0.113.9");
    expect(callerAddress(from("10.0.0.1", "203.0.113.9, 10.0.0.3, 10.0.0.2"), PROXIES)).toBe("203.0.113.9");
  });

  test("a caller who claims to be a proxy is still who the proxy heard", () => {
    expect(callerAddress(from("10.0.0.1", "10.9.9.9, 203.0.113.9"), PROXIES)).toBe("203.0.113.9");
  });

  test("repeated headers are one list, in their order", () => {
    expect(callerAddress(from("10.0.0.1", "1.1.1.1", "2.2.2.2, 203.0.113.9"), PROXIES)).toBe("203.0.113.9");
    expect(callerAddress(from("10.0.0.1", "203.0.113.9", "10.0.0.2"), PROXIES)).toBe("203.0.113.9");
  });

  test("addresses of IPv4 inside IPv6 are the same ones", () => {
    expect(callerAddress(from("::ffff:10.0.0.1", "::ffff:203.0.113.9"), PROXIES)).toBe("203.0.113.9");
    expect(callerAddress(from("10.0.0.1", "203.0.113.9, ::ffff:10.0.0.2"), PROXIES)).toBe("203.0.113.9");
  });

  test("a list that names nobody else, or what is no address, leaves the connection's", () => {
    expect(callerAddress(from("10.0.0.1"), PROXIES)).toBe("10.0.0.1");
    expect(callerAddress(from("10.0.0.1", "10.0.0.2"), PROXIES)).toBe("10.0.0.1");
    expect(callerAddress(from("10.0.0.1", "1.1.1.1, unknown"), PROXIES)).toBe("10.0.0.1");
    expect(callerAddress(from("10.0.0.1", "1.1.1.1,"), PROXIES)).toBe("10.0.0.1");
  });
});
