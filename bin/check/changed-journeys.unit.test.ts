import { expect, test } from "vitest";
import { chooseJourneys } from "./changed-journeys.ts";

const texts: Record<string, string> = {
  "e2e/buy.phone.ts": 'await page.goto("/buy");',
  "e2e/wallet.phone.ts": 'import { postCredit } from "#lib/ledger/post-credit";\nawait page.goto("/wallet");',
};
const read = (file: string) => texts[file] ?? "";

test("chooses the journeys that open a changed page, call a changed module, or changed themselves", () => {
  expect(chooseJourneys(["app/(reseller)/buy/page.tsx"], read)).toEqual(["e2e/buy.phone.ts"]);
  expect(chooseJourneys(["lib/ledger/transfer.ts"], read)).toEqual(["e2e/wallet.phone.ts"]);
  expect(chooseJourneys(["e2e/sign-in.both.ts"], read)).toEqual(["e2e/sign-in.both.ts"]);
  expect(chooseJourneys(["docs/words.md", "lib/ledger/transfer.test.ts", ""], read)).toEqual([]);
});
