import { expect, test } from "vitest";
import { type DomainRow, decideOpening, decideState } from "./decide-state.ts";
import { buildProofText, type DomainRecords } from "./look-up-records.ts";
import type { Opening } from "./open-domain.ts";

const AT = new Date("2026-06-01T12:00:00Z");
const hoursAgo = (hours: number) => new Date(AT.getTime() - hours * 3_600_000);

const row: DomainRow = {
  shopId: 1,
  domain: "ada.example.com",
  token: "t1",
  state: "verified",
  problem: null,
  detail: null,
  addresses: [],
  createdAt: hoursAgo(1_000),
  verifiedAt: hoursAgo(900),
  openedAt: hoursAgo(899),
  failingSince: null,
  checkedAt: null,
  dueAt: AT,
};
const good = {
  proofs: [buildProofText("t1")],
  pointsHere: true,
  addresses: [],
  portalAddresses: [],
  complete: true,
};
const gone = { ...good, proofs: [] };
const silent = { ...gone, pointsHere: false, complete: false };
const decide = (change: Partial<DomainRow>, records: DomainRecords) =>
  decideState({ ...row, ...change }, records, AT);

test("verifies a domain only with both records", () => {
  const pending = { state: "pending", verifiedAt: null } as const;
  expect(decide(pending, good)).toMatchObject({ state: "verified", problem: null });
  expect(decide(pending, { ...good, pointsHere: false })).toMatchObject({
    state: "pending",
    problem: "address",
  });
  const proxied = { ...good, pointsHere: false, addresses: ["104.16.1.1"] };
  expect(decide(pending, proxied)).toMatchObject({ state: "pending", problem: "cdn" });
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

const opens = { problem: null, detail: null };
const forbidden = { problem: "caa", detail: "example.com: pki.goog" } as const;
const decideTried = (change: Partial<DomainRow>, opening: Opening) =>
  decideOpening({ ...row, ...change }, opening, AT);

test("uses a domain in links from the first time that it opens", () => {
  expect(decideTried({ openedAt: null }, opens)).toMatchObject({ problem: null, openedAt: AT });
  expect(decideTried({}, opens)).toMatchObject({ problem: null, openedAt: row.openedAt, nextInMin: 360 });
  expect(decideTried({ openedAt: null }, forbidden)).toMatchObject({ ...forbidden, openedAt: null });
});

test("tries a domain that doesn't open at growing intervals", () => {
  const waits = [0, 0.1, 1, 4, 100].map(
    (hours) => decideTried({ openedAt: null, verifiedAt: hoursAgo(hours) }, forbidden).nextInMin,
  );
  expect(waits).toEqual([2, 3, 30, 120, 360]);
});

test("keeps a domain in links for a day in which it doesn't open", () => {
  const failing = { problem: "caa", failingSince: hoursAgo(23) } as const;
  expect(decideTried({}, forbidden)).toMatchObject({ failingSince: AT, openedAt: row.openedAt });
  expect(decideTried(failing, forbidden)).toMatchObject({
    ...failing,
    openedAt: row.openedAt,
    nextInMin: 15,
  });
  expect(decideTried({ ...failing, failingSince: hoursAgo(24) }, forbidden).openedAt).toBeNull();
  expect(decideTried(failing, opens)).toMatchObject({ failingSince: null, openedAt: row.openedAt });
});

test("counts missing records and failed requests apart", () => {
  const failingSince = hoursAgo(30);
  expect(decide({ problem: "caa", failingSince }, gone)).toMatchObject({
    state: "verified",
    failingSince: AT,
  });
  expect(decideTried({ problem: "proof", failingSince }, forbidden)).toMatchObject({ failingSince: AT });
});
