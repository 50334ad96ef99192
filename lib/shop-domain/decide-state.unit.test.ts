import { expect, test } from "vitest";
import { type DomainRow, decideState } from "./decide-state.ts";
import { buildProofText } from "./look-up-records.ts";

const AT = new Date("2026-06-01T12:00:00Z");
const hoursAgo = (hours: number) => new Date(AT.getTime() - hours * 3_600_000);

const row: DomainRow = {
  shopId: 1,
  domain: "ada.example.com",
  token: "t1",
  state: "verified",
  problem: null,
  addresses: [],
  createdAt: hoursAgo(1_000),
  verifiedAt: hoursAgo(900),
  failingSince: null,
  checkedAt: null,
  dueAt: AT,
};
const good = { proofs: [buildProofText("t1")], pointsHere: true, portalAddresses: [], complete: true };
const gone = { ...good, proofs: [] };
const silent = { ...gone, pointsHere: false, complete: false };
const decide = (change: Partial<DomainRow>, records: typeof good) =>
  decideState({ ...row, ...change }, records, AT);

test("verifies a domain only with both records", () => {
  const pending = { state: "pending", verifiedAt: null } as const;
  expect(decide(pending, good)).toMatchObject({ state: "verified", problem: null });
  expect(decide(pending, { ...good, pointsHere: false })).toMatchObject({
    state: "pending",
    problem: "address",
  });
  expect(decide(pending, gone)).toMatchObject({ state: "pending", problem: "proof" });
  expect(decide(pending, { ...good, proofs: [buildProofText("t2")] })).toMatchObject({ problem: "proof" });
  expect(decide(pending, { ...good, proofs: ["t1"] })).toMatchObject({ problem: "proof" });
});

test("keeps a verified domain for an hour without its records", () => {
  expect(decide({}, gone)).toMatchObject({
    state: "verified",
    problem: "proof",
    failingSince: AT,
    nextInMin: 15,
  });
  expect(decide({ failingSince: hoursAgo(0.9) }, gone).state).toBe("verified");
  expect(decide({ failingSince: hoursAgo(1) }, gone)).toMatchObject({ state: "lost", failingSince: null });
  expect(decide({ failingSince: hoursAgo(1) }, { ...good, pointsHere: false }).state).toBe("lost");
});

test("keeps a verified domain for three days while its servers don't respond", () => {
  expect(decide({ failingSince: hoursAgo(71) }, silent)).toMatchObject({
    state: "verified",
    problem: "no_response",
  });
  expect(decide({ failingSince: hoursAgo(72) }, silent).state).toBe("lost");
});

test("verifies a lost domain again, and forgets earlier failures", () => {
  expect(decide({ state: "lost" }, good).state).toBe("verified");
  expect(decide({ failingSince: hoursAgo(0.5) }, good)).toMatchObject({
    state: "verified",
    failingSince: null,
  });
});

test("checks a new domain more often than an old one", () => {
  const pending = { state: "pending", verifiedAt: null } as const;
  expect(decide({ ...pending, createdAt: hoursAgo(1) }, gone).nextInMin).toBe(10);
  expect(decide({ ...pending, createdAt: hoursAgo(49) }, gone).nextInMin).toBe(360);
});
