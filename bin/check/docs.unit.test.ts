import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { VARIABLES } from "#lib/core/env";
import { COMMANDS } from "../portal/commands.ts";
import { ROOT } from "../root.ts";

const files = ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", ...globSync("docs/**/*.md", { cwd: ROOT })];
const textOf = (file: string) => readFileSync(ROOT + file, "utf8");

test("every variable is explained, and no other", () => {
  const explained = [
    ...textOf("docs/operate/configure.md").matchAll(
      /`([A-Z][A-Z0-9]*_[A-Z0-9_]+|PORT|HOST|CURRENCY|LOCALE)`/g,
    ),
  ];
  const names = new Set(explained.map(([, name = ""]) => name));
  expect([...VARIABLES].filter((name) => !names.has(name))).toEqual([]);
  expect([...names].filter((name) => !(VARIABLES as readonly string[]).includes(name))).toEqual([]);
});

test("every link in the docs leads somewhere, its part of the page included", () => {
  const dead = files.flatMap((file) =>
    [...textOf(file).matchAll(/\]\((?!https?:)([^)#]*)(?:#([^)]+))?\)/g)]
      .filter(([, path = "", part]) => {
        const target = path ? join(dirname(file), path) : file;
        if (!existsSync(ROOT + target)) return true;
        return part !== undefined && !partsOf(target).includes(part);
      })
      .map(([link]) => `${file} ${link}`),
  );
  expect(dead).toEqual([]);
});

test("every command of the operator's that the docs name is there", () => {
  const named = files.flatMap((file) => [
    ...textOf(file).matchAll(/npm run portal -- ([a-z][a-z-]*)(?: ([a-z][a-z-]*))?/g),
  ]);
  expect(named.length).toBeGreaterThan(8);
  const known = ([, first = "", second]: RegExpExecArray) =>
    COMMANDS.has(first) || COMMANDS.has(`${first} ${second}`);
  expect(named.filter((one) => !known(one)).map(([text]) => text)).toEqual([]);
});

test("what the page for resellers calls by name is called so in the portal", () => {
  const sources = globSync("{app,lib}/**/*.{ts,tsx}", { cwd: ROOT }).map(textOf).join("\n");
  const names = [...textOf("docs/resellers.md").matchAll(/\*\*([^*]+)\*\*/g)].map(([, name = ""]) => name);
  expect(names.length).toBeGreaterThan(10);
  expect(names.filter((name) => !sources.includes(name))).toEqual([]);
});

/** The headings of a page as addresses spell them. */
function partsOf(file: string): string[] {
  return (textOf(file).match(/^#+ .+$/gm) ?? []).map((heading) =>
    heading
      .replace(/^#+ /, "")
      .toLowerCase()
      .replaceAll(/[^\w\s-]/g, "")
      .replaceAll(" ", "-"),
  );
}
