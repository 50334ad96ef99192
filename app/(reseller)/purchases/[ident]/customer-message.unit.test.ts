import { expect, test } from "vitest";
import type { PurchaseState } from "#lib/purchase/read/purchase-view";
import { buildCustomerMessageUrl } from "./customer-message.ts";

const at = new Date("2026-11-23T13:05:09Z");
const due = new Date("2026-11-24T13:05:09Z");

function read(state: PurchaseState, changes: { decisionDeadline?: Date | null; overdue?: boolean } = {}) {
  const url = new URL(
    buildCustomerMessageUrl(
      {
        state,
        networkName: "MTN",
        size: "1",
        volume: "GB",
        phone: "0803 123 4567",
        phoneE164: "+2348031234567",
        placedAt: at,
        settledAt: state === "successful" ? at : null,
        ident: "DT1",
        decisionDeadline: null,
        overdue: false,
        ...changes,
      },
      "Ada & Sons",
    ),
  );
  expect(url.origin + url.pathname).toBe("https://wa.me/2348031234567");
  return url.searchParams.get("text")?.split("\n") ?? [];
}

const STATES: PurchaseState[] = ["queued", "sending", "unconfirmed", "successful", "failed", "reversed"];

test("writes to the customer's own number in each state, with plan, number, reference and seller, without a price", () => {
  for (const state of STATES) {
    const lines = read(state);
    expect(lines[0]).toMatch(/^MTN 1 GB to 0803 123 4567: /);
    expect(lines.slice(-2)).toEqual(["Reference: DT1", "Ada & Sons"]);
    expect(lines.join()).not.toContain("₦");
  }
});

test("says delivered only of a delivery, and that nothing is to pay only of what failed or may fail", () => {
  const saying = (words: string) => STATES.filter((state) => read(state).join("\n").includes(words));
  expect(saying(": delivered 23 Nov 2026, 14:05.")).toEqual(["successful"]);
  expect(saying("so you don’t pay for it.")).toEqual(["failed", "reversed"]);
});

test("names the time by which an unconfirmed purchase is decided, until that has passed", () => {
  const open = read("unconfirmed", { decisionDeadline: due }).join("\n");
  expect(open).toContain("MTN hasn’t confirmed it yet.\nPlease check your data: dial *323#.");
  expect(open).toContain("We’ll know by 24 Nov 2026, 14:05. If it isn’t delivered, you don’t pay for it.");
  const late = read("unconfirmed", { decisionDeadline: due, overdue: true }).join("\n");
  expect(late).not.toContain("24 Nov");
  expect(late).toContain("We’re asking the network.");
});
