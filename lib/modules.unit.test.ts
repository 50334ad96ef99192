import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { ROOT } from "#bin/root";
import { listEventFollowers, listTables } from "#lib/core/module";
import { listVariableNames } from "#lib/core/variables";
import { modules, VARIABLES } from "./modules.ts";

test("lists each folder that declares something, under its name", () => {
  const folders = globSync("lib/*/module.ts", { cwd: ROOT }).map((file) => file.split("/")[1]);
  expect(modules.map(({ name }) => name).sort()).toEqual(folders.filter((name) => name !== "core").sort());
});

test("declares each table, audit code, delivery channel and variable once", () => {
  const expectOnce = (names: readonly string[]) =>
    expect(names.filter((name, n) => names.indexOf(name) !== n)).toEqual([]);
  for (const part of ["actions", "audit", "events", "deliveryDays"] as const)
    expectOnce(modules.flatMap((module) => Object.keys(module[part] ?? {})));
  expectOnce(modules.flatMap((module) => Object.keys(listTables([module]))));
  expectOnce(listVariableNames(VARIABLES));
});

test("labels every audit code that the code writes", () => {
  const codes = modules.flatMap(({ audit = {} }) => Object.keys(audit));
  const usedCodes = globSync("{lib,bin}/**/*.ts", { cwd: ROOT })
    .filter((file) => !file.endsWith(".test.ts"))
    .flatMap((file) => [...readFileSync(ROOT + file, "utf8").matchAll(/\baction: ([^,}]+)/g)])
    .flatMap(([, value = ""]) => [...value.matchAll(/["`]([a-z_]+\.[a-z_]*)(["`$])/g)]);
  expect(usedCodes.length).toBeGreaterThan(100);
  for (const [, code = "", end] of usedCodes)
    expect(
      end === "$"
        ? codes.filter((declared) => declared.startsWith(code))
        : codes.filter((declared) => declared === code),
      code,
    ).not.toHaveLength(0);
});

test("shows in docs/architecture.md each event that a trigger writes, and its followers", () => {
  const followers = listEventFollowers(modules);
  const followersOf = (kind: string) =>
    followers.filter(({ handlers }) => Object.hasOwn(handlers, kind)).map(({ name }) => name);
  const declared = modules.flatMap(({ events = {} }) => Object.entries(events));
  const rows = declared.map(([kind, when]) => [`\`${kind}\``, when, followersOf(kind).sort().join(", ")]);
  const [, doc = ""] = readFileSync(`${ROOT}docs/architecture.md`, "utf8").split("\n## Events\n");
  const shown = [...doc.replace(/\n## .*/s, "").matchAll(/^\| +(`.+?`) +\| +(.+?) +\| +(.+?) +\|$/gm)].map(
    ([, ...cells]) => cells,
  );
  expect(shown).toEqual(rows.sort());
  const recorded = globSync("db/functions/record_*.sql", { cwd: ROOT })
    .flatMap((file) => [
      ...readFileSync(ROOT + file, "utf8").matchAll(/(?:record_event\(|then|else)\s*'([a-z_]+\.[a-z_]+)'/g),
    ])
    .map(([, kind = ""]) => kind);
  expect(declared.map(([kind]) => kind).sort()).toEqual([...new Set(recorded)].sort());
  expect(
    followers.flatMap(({ handlers }) => Object.keys(handlers)).filter((kind) => !recorded.includes(kind)),
  ).toEqual([]);
});

/** Lists the imports of a file without those of types alone. */
const importsOf = (path: string) =>
  [...readFileSync(path, "utf8").matchAll(/^import (?!type)[^;]*? from "(.*)";$/gm)].map(
    ([, from = ""]) => from,
  );

test("imports declarations alone, and handlers only when they are called", () => {
  for (const { name } of modules) {
    const file = `lib/${name}/module.ts`;
    const lazy = [...readFileSync(ROOT + file, "utf8").matchAll(/import\("(.*)"\)/g)].map(([, from]) => from);
    for (const from of importsOf(ROOT + file)) {
      expect(from, file).toMatch(/^(drizzle-orm|#lib\/core\/.*|#lib\/\w+\/variables|\.\/.*)$/);
      expect(lazy, file).not.toContain(from);
    }
  }
});

const VARIABLE_FILES = globSync("lib/**/variables.ts", { cwd: ROOT }).filter(
  (file) => file !== "lib/core/variables.ts",
);

test("reads variables without the code of their modules", () => {
  for (const file of VARIABLE_FILES)
    for (const from of importsOf(ROOT + file)) expect(from, file).toMatch(/^(zod|#lib\/core\/.*)$/);
});

test("checks the variables of each file at the start", async () => {
  expect(VARIABLE_FILES.length).toBeGreaterThan(9);
  for (const file of VARIABLE_FILES)
    for (const variables of Object.values(await import(ROOT + file)))
      expect(VARIABLES, `${file}: list it in the module.ts of its module`).toContain(variables);
});
