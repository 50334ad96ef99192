import { describe, expect, it } from "vitest";
import { purchaseWords } from "./purchase-words.ts";

describe("purchaseWords", () => {
  it("says that a queued and a sent purchase are on their way", () => {
    expect(purchaseWords("queued").word).toBe("On its way");
    expect(purchaseWords("sending").word).toBe("On its way");
  });

  it("does not claim an end that nobody knows", () => {
    expect(purchaseWords("unconfirmed")).toEqual({ word: "Not confirmed yet", tone: "unsure" });
  });

  it("tells a cancelled purchase from one that failed", () => {
    expect(purchaseWords("failed").word).toBe("Failed, money back");
    expect(purchaseWords("failed", true).word).toBe("Cancelled");
  });

  it("never calls a delivered purchase cancelled", () => {
    expect(purchaseWords("successful", true).word).toBe("Delivered");
  });
});
