import { describe, expect, it } from "vitest";
import { buildHref } from "./build-href.ts";

describe("address", () => {
  it("keeps the query, repeated names included", () => {
    expect(buildHref("/plans", { network: "1", tag: ["a", "b"] })).toBe("/plans?network=1&tag=a&tag=b");
  });

  it("replaces one part and leaves the others", () => {
    expect(buildHref("/plans", { network: "1", words: "1 gb" }, { network: "2" })).toBe(
      "/plans?network=2&words=1+gb",
    );
  });

  it("leaves out removed and empty values", () => {
    expect(buildHref("/plans", { network: "1", words: "" }, { network: null })).toBe("/plans");
  });

  it("escapes special characters", () => {
    expect(buildHref("/plans", { words: "a&b=c#d" })).toBe("/plans?words=a%26b%3Dc%23d");
  });
});
