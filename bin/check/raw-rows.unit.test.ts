import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { ROOT } from "#bin/root";

const EXCLUDED = /\.(test|prove)\.ts$|\/testing(\.ts$|\/)/;

test("the rows of raw statements are parsed, not cast", () => {
  const files = globSync("{app,bin,db,lib}/**/*.ts", { cwd: ROOT }).filter((file) => !EXCLUDED.test(file));
  const cast = files.filter((file) => /\.execute</.test(readFileSync(ROOT + file, "utf8")));
  expect(cast, "read them by `readRows` of lib/core/read-rows.ts").toEqual([]);
});
