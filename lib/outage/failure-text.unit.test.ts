import { expect, test } from "vitest";
import { decideFault, guessFault, toFailureKey } from "./failure-text.ts";

test.each([
  ["422 failed Dear customer, 08031234567 is not eligible.", "dear customer # is not eligible"],
  ["422 FAILED  Ref DT2026ABC: timed out", "ref # timed out"],
  ["422 failed", ""],
  ["time-out after 190 s", "time out after # s"],
])("groups %s", (note, key) => {
  expect(toFailureKey(note)).toBe(key);
});

test.each([
  "you are not eligible for this plan",
  "invalid phone number",
  "the mobile number is invalid",
  "beneficiary not found",
  "customer owes airtime",
  "this number has borrowed data",
  "sim is barred",
  "# has been ported",
  "# is not a glo number",
  "recipient reached the maximum for today",
])("takes “%s” for the recipient's fault", (key) => {
  expect(guessFault(key)).toBe("recipient");
});

test.each([
  "",
  "network not responding",
  "service unavailable",
  "internal error try again later",
  "insufficient balance at the aggregator",
  "the selected plan is invalid",
])("takes “%s” for the network's fault", (key) => {
  expect(guessFault(key)).toBe("network");
  expect(decideFault(key, new Map([[key, "recipient"]]))).toBe("recipient");
});
