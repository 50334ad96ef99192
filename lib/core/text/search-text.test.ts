import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { toPlainLetters } from "#lib/message/plain-letters";
import { openScene } from "#lib/testing/open-scene";
import { readIdent, readOrderReference } from "./search-text.ts";

const at = await openScene();

test("the database folds every letter of Latin scripts as this process does", async () => {
  const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, n) => from + n);
  const letters = [...range(0x20, 0x24f), ...range(0x250, 0x2bf), ...range(0x1e00, 0x1eff)]
    .map((code) => String.fromCodePoint(code))
    .filter((letter) => /[\p{L}\x20-\x7e]/u.test(letter));
  const rows = await at.system.db.execute<{ letter: string; folded: string }>(sql`
    select letter, fold_text(letter) as folded
    from jsonb_array_elements_text(${JSON.stringify(letters)}::text::jsonb) letter`);
  expect(rows).toHaveLength(letters.length);
  const differ = rows.filter(({ letter, folded }) => toPlainLetters(letter).toLowerCase() !== folded);
  expect(differ).toEqual([]);
});

test("reads references as people type them", () => {
  expect(readOrderReference("K7F-OQD")).toBe("k7f0qd");
  expect(readOrderReference(" kif lqd ")).toBe("k1f1qd");
  expect(readOrderReference("Abiola Ade")).toBeUndefined();
  expect(readIdent("dtol2f")).toBe("DT012F");
  expect(readIdent("Dolly")).toBe("DOLLY");
});
