import { expect, test } from "vitest";
import { DomainName } from "./domain-name.ts";

const parse = (text: string) => DomainName.safeParse(text).data;

test.each([
  ["shop.example.com", "shop.example.com"],
  [" HTTPS://Shop.Example.com/ ", "shop.example.com"],
  ["shop.example.com.", "shop.example.com"],
  ["àdá.example.com", "xn--d-rfae.example.com"],
  ["店.example.com", "xn--hxt.example.com"],
  ["ada.中国", "ada.xn--fiqs8s"],
  ["com.ng", "com.ng"],
])("reads %s", (text, domain) => {
  expect(parse(text)).toBe(domain);
});

test.each([
  ["nothing", ""],
  ["one label", "shop"],
  ["an address", "127.0.0.1"],
  ["an address in other notation", "0x7f.1"],
  ["an address in IPv6", "[::1]"],
  ["a port", "shop.example.com:8080"],
  ["a path", "shop.example.com/x"],
  ["a sign-in", "ada@shop.example.com"],
  ["a wildcard", "*.example.com"],
  ["an underscore", "_shop.example.com"],
  ["an escape", "shop%2eexample.com"],
  ["a line break inside", "shop.example\n.com"],
  ["an empty label", "shop..example.com"],
  ["a dash at an end", "-shop.example.com"],
  ["a long label", `${"a".repeat(64)}.example.com`],
  ["a long name", `${"a.".repeat(130)}example.com`],
  ["a broken punycode", "xn--\u{1F600}-.example.com"],
  ["a private name", "shop.internal"],
  ["this machine", "shop.localhost"],
  ["a reverse name", "1.0.0.127.in-addr.arpa"],
])("rejects %s", (_what, text) => {
  expect(parse(text)).toBeUndefined();
});
