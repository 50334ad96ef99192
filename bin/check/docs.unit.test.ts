import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { COMMANDS } from "#bin/portal/commands";
import { ROOT } from "#bin/root";
import { POOL_SIZES } from "#lib/core/lane/pool-sizes";
import { listVariableNames } from "#lib/core/variables";
import { VARIABLES } from "#lib/modules";

const VARIABLE_NAMES = listVariableNames(VARIABLES);
const files = ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", ...globSync("docs/**/*.md", { cwd: ROOT })];
const readDoc = (file: string) => readFileSync(ROOT + file, "utf8");

test("the docs explain every variable, and no other", () => {
  const explained = [
    ...readDoc("docs/operate/configure.md").matchAll(/`([A-Z][A-Z0-9]*_[A-Z0-9_]+|PORT|HOST|CURRENCY)`/g),
  ];
  const names = new Set(explained.map(([, name = ""]) => name));
  expect(VARIABLE_NAMES.filter((name) => !names.has(name))).toEqual([]);
  expect([...names].filter((name) => !VARIABLE_NAMES.includes(name))).toEqual([]);
});

test("the docs state the default of every variable that has one", () => {
  const page = readDoc("docs/operate/configure.md").split("## Payment providers")[0] ?? "";
  const stated = new Map(
    [...page.matchAll(/^\| `(\w+)` +\| (\S*) .*\|$/gm)].map(([, name, value]) => [name, value]),
  );
  const defaults = VARIABLES.flatMap(({ schema }) => Object.entries(schema)).flatMap(([name, field]) => {
    const { data } = field.safeParse(undefined);
    return stated.has(name) && /^[\w/,.-]+$/.test(`${data}`) && data !== undefined ? [[name, `${data}`]] : [];
  });
  expect(defaults.length).toBeGreaterThan(8);
  const differing = defaults.filter(([name, value]) => stated.get(name)?.replaceAll("`", "") !== value);
  expect(differing).toEqual([]);
});

test("every file that the docs name exists", () => {
  const named = files.flatMap((file) =>
    [
      ...readDoc(file).matchAll(
        /`((?:app|bench|bin|clients|db|docs|e2e|examples|lib|ops|sandbox)\/[\w.()[\]/-]+)`/g,
      ),
    ].map(([, path = ""]) => path),
  );
  expect(named.length).toBeGreaterThan(100);
  expect(named.filter((path) => !existsSync(ROOT + path) && !existsSync(`${ROOT}${path}.ts`))).toEqual([]);
});

test("every link in the docs has a target, with its section", () => {
  const dead = files.flatMap((file) =>
    [...readDoc(file).matchAll(/\]\((?!https?:)([^)#]*)(?:#([^)]+))?\)/g)]
      .filter(([, path = "", part]) => {
        const target = path ? join(dirname(file), path) : file;
        if (!existsSync(ROOT + target)) return true;
        return part !== undefined && !findAnchors(target).includes(part);
      })
      .map(([link]) => `${file} ${link}`),
  );
  expect(dead).toEqual([]);
});

test("every operator's command in the docs and on pages exists", () => {
  const sources = globSync("{app,lib}/**/*.{ts,tsx}", { cwd: ROOT, exclude: ["**/*.test.ts"] });
  const named = [...files, ...sources].flatMap((file) => [
    ...readDoc(file).matchAll(
      /(?:npm run portal --|(?<=`|^ {4}|[Rr]un |<code[^>]*>)kiosk) ([a-z][a-z-]*)(?: ([a-z][a-z-]*))?/gm,
    ),
  ]);
  expect(named.length).toBeGreaterThan(25);
  const isCommand = ([, first = "", second]: RegExpExecArray) =>
    COMMANDS.has(first) || COMMANDS.has(`${first} ${second}`);
  expect(named.filter((match) => !isCommand(match)).map(([text]) => text)).toEqual([]);
});

test("the docs state the connections of background work", () => {
  const connections = Object.values(POOL_SIZES).reduce((sum, size) => sum + size);
  expect(readDoc("docs/operate/scale.md")).toContain(`${connections} of them for background work`);
});

test("every name on the page for resellers exists in the portal", () => {
  const sources = globSync("{app,lib}/**/*.{ts,tsx}", { cwd: ROOT }).map(readDoc).join("\n");
  const names = [...readDoc("docs/resellers.md").matchAll(/\*\*([^*]+)\*\*/g)].map(([, name = ""]) => name);
  expect(names.length).toBeGreaterThan(10);
  expect(names.filter((name) => !sources.includes(name))).toEqual([]);
});

test("every part of the interface that code cites has a heading, and no section is cited by number", () => {
  const sources = globSync("{app,lib,db,sandbox,e2e}/**/*.{ts,tsx}", { cwd: ROOT }).map(
    (file) => [file, readDoc(file).replaceAll(/\n\s*\*/g, "")] as const,
  );
  const cited = sources.flatMap(([file, source]) =>
    [...source.matchAll(/\(interface: ([^)]+)\)/g)].flatMap(([, names = ""]) =>
      names.split(", ").map((name) => `${file}: ${name}`),
    ),
  );
  expect(cited.length).toBeGreaterThan(50);
  const headings = new Set(findAnchors("docs/interface.md"));
  const toAnchor = (cite: string) => cite.replace(/.*: /, "").toLowerCase().replaceAll(" ", "-");
  expect(cited.filter((cite) => !headings.has(toAnchor(cite)))).toEqual([]);
  const numbered = sources.filter(([, source]) => /\/[/*][^\n]*(\bsections? |§ ?)\d/i.test(source));
  expect(numbered.map(([file]) => file)).toEqual([]);
});

/** Lists the headings of a page as anchors. */
function findAnchors(file: string): string[] {
  return (readDoc(file).match(/^#+ .+$/gm) ?? []).map((heading) =>
    heading
      .replace(/^#+ /, "")
      .toLowerCase()
      .replaceAll(/[^\w\s-]/g, "")
      .replaceAll(" ", "-"),
  );
}
