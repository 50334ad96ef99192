import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { ROOT } from "#bin/root";
import { MAX_RESENT } from "./resend-span.ts";
import { RotateSecretInput } from "./rotate-secret.ts";
import { PAUSES_S } from "./webhook-sender.ts";

const page = readFileSync(`${ROOT}docs/programmers.md`, "utf8").replaceAll(/\s+/g, " ");
const UNITS_S: Readonly<Record<string, number>> = { second: 1, minute: 60, hour: 3_600 };

test("documents the retries as the sender makes them", () => {
  const rows = [...page.matchAll(/\| (\d) \| (\d+) (second|minute|hour)s? /g)];
  expect(
    rows.map(([, attempt, count, unit = ""]) => [Number(attempt), Number(count) * (UNITS_S[unit] ?? 0)]),
  ).toEqual(PAUSES_S.map((seconds, n) => [n + 2, seconds]));
  const hours = PAUSES_S.reduce((sum, seconds) => sum + seconds, 0) / 3_600;
  expect(page).toContain(`gets ${PAUSES_S.length + 1} attempts over ${hours.toFixed(1)} hours`);
});

test("documents the bounds of rotations and resends", () => {
  expect(page).toContain(`at most ${MAX_RESENT.toLocaleString("en-GB")} at once`);
  const [, days = ""] = /For the time that you choose, at most (\d+) days/.exec(page) ?? [];
  const rotate = (overlapHours: number) => RotateSecretInput.safeParse({ id: 1, overlapHours }).success;
  expect([rotate(Number(days) * 24), rotate(Number(days) * 24 + 1)]).toEqual([true, false]);
});
