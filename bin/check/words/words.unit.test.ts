import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { ROOT } from "#bin/root";
import { checkPassage, checkWords, formatCounts, formatHit, type Hit } from "./check-words.ts";
import { createLineIndex, readDocPassages, readSourcePassages, readSqlPassages } from "./passages.ts";
import { RULES } from "./rules.ts";

test.each(RULES)("$heading: finds “$bad” and accepts “$good”", ({ heading, kinds, bad, good }) => {
  for (const kind of kinds) {
    const check = (text: string) => checkPassage({ kind, text, start: 0 }).map((hit) => hit.heading);
    expect(check(bad)).toContain(heading);
    expect(check(good)).toEqual([]);
  }
});

test("explains every rule in docs/words.md", () => {
  const headings: string[] = readFileSync(`${ROOT}docs/words.md`, "utf8").match(/^#+ .+$/gm) ?? [];
  const missing = RULES.filter(({ heading }) => !headings.some((line) => line.endsWith(` ${heading}`)));
  expect(missing.map(({ heading }) => heading)).toEqual([]);
});

test("reads the comments and texts of a database function, without its code", () => {
  const source =
    "-- One sentence\n-- in `two` lines.\nselect 'it''s one text', 'code' -- and why\n  -- Last.\n;";
  const passages = readSqlPassages(source).map(({ kind, text, start }) => {
    return [kind, createLineIndex(source)(start), text.trim().replace(/\s+/g, " ")];
  });
  expect(passages).toEqual([
    ["comment", 1, "One sentence in …………… lines."],
    ["comment", 4, "Last."],
    ["text", 3, "it''s one text"],
  ]);
});

describe("reads a source file", () => {
  const read = (source: string, file = "app/page.tsx") =>
    readSourcePassages(file, source).map(({ kind, text, start }) => {
      return [kind, createLineIndex(source)(start), text.replace(/\s+/g, " ")];
    });

  test("texts of elements, attributes, properties and conditions", () => {
    expect(read('<Card title={open ? "Open" : "Ended"} className="flex">\n  Two\n  lines\n</Card>;')).toEqual(
      [
        ["text", 1, "Open"],
        ["text", 1, "Ended"],
        ["text", 2, "Two lines"],
      ],
    );
    expect(read(`show({ label: "Date", state: "queued", reason: \`Not \${amount} today\` });`)).toEqual([
      ["text", 1, "Date"],
      ["text", 1, "Not ……………………… today"],
    ]);
  });

  test("nouns of columns, of checks in SQL and of rows that can't be found", () => {
    const nouns = (source: string) => read(source, "lib/a.ts").filter(([kind]) => kind === "noun");
    expect(
      nouns("const list = {\n  columns: { why: read, ...more },\n  cells: { 'told at': read },\n};"),
    ).toEqual([
      ["noun", 2, "why"],
      ["noun", 3, "told at"],
    ]);
    expect(nouns(`const checks = { "books that differ": sql\`select 1\` };`)).toEqual([
      ["noun", 1, "books that differ"],
    ]);
    expect(nouns(`throw notFoundError("case");`)).toEqual([["noun", 1, "case"]]);
  });

  test("comments as whole sentences, without code", () => {
    expect(read("// One sentence\n// in `two` lines.\nuse();\n/** Sends\n * it. */\nsend();")).toEqual([
      ["comment", 1, "One sentence in …………… lines."],
      ["comment", 4, "* Sends it."],
    ]);
  });

  test("declared names, but no statements in SQL and no imports", () => {
    expect(
      read(
        `import { a } from "x y";\nconst one = (two: string) => sql\`select what is \${two}\`;`,
        "lib/a.ts",
      ),
    ).toEqual([
      ["name", 2, "one"],
      ["name", 2, "two"],
    ]);
  });

  test("titles of tests, but not the strings in them", () => {
    expect(read('test.each([1])("sends %i", () => expect("a b").toBe("a b"));', "lib/a.test.ts")).toEqual([
      ["title", 1, "sends %i"],
    ]);
  });
});

test("reads the paragraphs of a page of the docs, without code", () => {
  expect(readDocPassages("# Title\n\nOne `two`\nline.\n\n    code is told\n")).toEqual([
    { kind: "doc", start: 0, text: "# Title" },
    { kind: "doc", start: 9, text: "One ……………\nline." },
  ]);
});

test("finds a phrase over two lines, and names its line", () => {
  const source = "/**\n * Sends by\n * hand.\n */\nsend();";
  const [passage] = readSourcePassages("lib/a.ts", source);
  const [hit] = passage ? checkPassage(passage) : [];
  expect(hit).toMatchObject({ match: "by hand", heading: "Manner" });
  expect(createLineIndex(source)(hit?.index ?? 0)).toBe(2);
});

test("names the rule and the suggestion, and counts per folder", () => {
  const hit: Hit = {
    file: "lib/mail/send.ts",
    line: 7,
    kind: "text" as const,
    heading: "Manner",
    match: "by hand",
    suggestion: "manually",
  };
  expect(formatHit(hit)).toBe("lib/mail/send.ts:7 text “by hand”: manually (docs/words.md, Manner)");
  expect(formatCounts([hit, hit])).toBe("lib/mail: 2 text");
});

test("checks the files below a path", () => {
  expect(checkWords(["bin/words.ts"])).toEqual([]);
});
