import { describe, expect, it } from "vitest";
import { purchaseStateLabel } from "./purchase-labels.ts";

describe("purchaseStateLabel", () => {
  it("labels queued and sent purchases as processing", () => {
    expect(purchaseStateLabel("queued").word).toBe("Processing");
    expect(purchaseStateLabel("sending").word).toBe("Processing");
  });

  it("labels a purchase without a confirmed result as unconfirmed", () => {
    expect(purchaseStateLabel("unconfirmed")).toEqual({ word: "Unconfirmed", tone: "unsure" });
  });

  it("distinguishes cancelled from failed purchases", () => {
    expect(purchaseStateLabel("failed").word).toBe("Failed, refunded");
    expect(purchaseStateLabel("failed", true).word).toBe("Cancelled, refunded");
  });

  it("never calls a delivered purchase cancelled", () => {
    expect(purchaseStateLabel("successful", true).word).toBe("Delivered");
  });
});
