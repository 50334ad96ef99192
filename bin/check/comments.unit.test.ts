import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { parseSync } from "oxc-parser";
import { expect, test } from "vitest";
import { ROOT } from "#bin/root";

test("every function that a comment names exists", () => {
  const files = execFileSync("git", ["ls-files", "*.ts", "*.tsx"], { cwd: ROOT, encoding: "utf8" })
    .split("\n")
    .filter((file) => file !== "" && !/^(e2e|db\/releases)\/|\.d\.ts$/.test(file));
  const declared = new Set<string>();
  const named = files.flatMap((file) => {
    const source = readFileSync(ROOT + file, "utf8");
    const { comments } = parseSync(file, source);
    let code = source;
    for (const { start, end } of comments.toReversed()) code = `${code.slice(0, start)} ${code.slice(end)}`;
    for (const [name] of code.matchAll(/\b[a-z]+[A-Z]\w*/g)) declared.add(name);
    return comments.flatMap(({ start, end }) =>
      [...source.slice(start, end).matchAll(/`([a-z]+[A-Z]\w*)(?:\([^`]*\))?`/g)].map(([, name = ""]) => ({
        file,
        name,
      })),
    );
  });
  expect(named.length).toBeGreaterThan(100);
  expect(named.filter(({ name }) => !declared.has(name))).toEqual([]);
});
