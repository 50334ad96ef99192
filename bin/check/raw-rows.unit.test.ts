import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { ROOT } from "#bin/root";

/** Tests, and two files that are to follow. */
const EXCLUDED =
  /\.(test|prove)\.ts$|\/testing(\.ts$|\/)|^lib\/(sales\/close-days|payment\/settlement\/import-settlement)\.ts$/;

test("the rows of raw statements are parsed, not cast", () => {
  const files = globSync("{app,bin,db,lib}/**/*.ts", { cwd: ROOT }).filter((file) => !EXCLUDED.test(file));
  const cast = files.filter((file) => /\.execute</.test(readFileSync(ROOT + file, "utf8")));
  expect(cast, "read them by `readRows` of db/read-rows.ts").toEqual([]);
});
