import { expect, test } from "vitest";
import { dayOf } from "#lib/core/time/time";
import { buildReminderUrl } from "./reminder.ts";

const day = (days: number) => Temporal.PlainDate.from(dayOf(new Date())).add({ days }).toString();
const sale = (owed: bigint, dueOn: string, refunded = false) => ({
  what: "MTN 1 GB",
  owed,
  dueOn,
  createdAt: new Date("2026-11-12T13:05:00Z"),
  purchase: { ident: "DT1", refunded },
});
const account = (...sales: ReturnType<typeof sale>[]) => ({
  name: "Ada",
  phoneE164: "+2348031234567",
  owed: sales.reduce((sum, { owed }) => sum + owed, 0n),
  count: sales.length,
  sales,
});
const read = (url: string | null) => new URL(url ?? "").searchParams.get("text")?.split("\n");

test("writes to the customer what they owe, for what and until when", () => {
  const url = buildReminderUrl(account(sale(35_000n, day(2)), sale(5_050n, day(9))), "Ada & Sons");
  expect(url).toMatch(/^https:\/\/wa\.me\/2348031234567\?text=/);
  expect(read(url)).toEqual([
    "Hello Ada, you owe Ada & Sons ₦400.50:",
    "MTN 1 GB, 12 Nov: ₦350",
    "MTN 1 GB, 12 Nov: ₦50.50",
    expect.stringMatching(/^Please pay by \w{3}, \d+ \w+\.$/),
    "Thank you.",
  ]);
});

test("says that something was due, and counts the sales that it doesn’t name", () => {
  const sales = Array.from({ length: 7 }, (_, n) => sale(1_000n, day(n - 3)));
  const text = read(buildReminderUrl({ ...account(...sales), name: "" }, "Femi"));
  expect(text?.[0]).toBe("Hello, you owe Femi ₦70:");
  expect(text?.slice(-3)).toEqual([
    "and 2 more",
    expect.stringMatching(/^It was due on .+\. Please pay now\.$/),
    "Thank you.",
  ]);
});

test("asks for nothing that was refunded", () => {
  const url = buildReminderUrl(account(sale(35_000n, day(2), true), sale(5_000n, day(3))), "Femi");
  expect(read(url)?.[0]).toBe("Hello Ada, you owe Femi ₦50:");
  expect(buildReminderUrl(account(sale(35_000n, day(2), true)), "Femi")).toBeNull();
});
