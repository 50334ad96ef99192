import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

test("asks every question of the help somewhere, once", () => {
  const source = readFileSync("app/ui/page/help-topics.ts", "utf8");
  const answered = [...source.matchAll(/^ {2}(\w+): \{\n {4}question:/gm)].map(([, name]) => name);
  expect(answered).toHaveLength(10);
  const usedTopics = globSync("app/**/*.tsx").flatMap((file) =>
    [...readFileSync(file, "utf8").matchAll(/<HelpPopover about="(\w+)"/g)].map(([, name]) => name),
  );
  expect(usedTopics.toSorted()).toEqual(answered.toSorted());
});
