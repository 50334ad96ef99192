import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { ROOT } from "../root.ts";

/** The README's picture of the house: rows of `| floor | rooms |`, the ground floor is 0. */
const FLOORS = new Map(
  [...readFileSync(`${ROOT}README.md`, "utf8").matchAll(/^\| (\d+) +\| (.+?) *\|/gm)].flatMap(
    ([, floor, rooms = ""]) =>
      [...rooms.matchAll(/`([\w/]+)`/g)].map(([, room = ""]) => [room, Number(floor)]),
  ),
);

/** What is on no floor: it puts the house to use, or tries it. */
const OUTSIDE = /^(e2e|bench|bin|sandbox|lib\/testing)\/|\.test\.tsx?$|\/testing(\.ts$|\/)/;

const files = globSync("{app,lib,db}/**/*.{ts,tsx}", { cwd: ROOT }).filter((file) => !OUTSIDE.test(file));
const imports = new Map(files.map((file) => [file, importsOf(file)]));

test("rooms import only from floors below their own, as the README draws them", () => {
  expect(FLOORS.size).toBeGreaterThan(10);
  const wrong = [...imports].flatMap(([file, targets]) =>
    targets.flatMap((target) => complaint(file, target)),
  );
  expect(wrong).toEqual([]);
});

test("no files import each other in a circle", () => {
  const settled = new Set<string>();
  const circles: string[] = [];
  const visit = (file: string, path: string[]): void => {
    if (path.includes(file)) circles.push([...path.slice(path.indexOf(file)), file].join(" → "));
    else if (!settled.has(file)) {
      for (const target of imports.get(file) ?? []) visit(target, [...path, file]);
      settled.add(file);
    }
  };
  for (const file of files) visit(file, []);
  expect(circles, "move what both need into a third file, or join the two").toEqual([]);
});

test("pages know nothing of the database and the upstream", () => {
  const knows = files.filter(
    (file) =>
      file.startsWith("app/") &&
      /from "(#db\/|#lib\/upstream\/|drizzle-orm|postgres")/.test(readFileSync(ROOT + file, "utf8")),
  );
  expect(knows, "ask a verb of lib for a view instead").toEqual([]);
});

function complaint(file: string, target: string): string[] {
  const [from, to] = [roomOf(file), roomOf(target)];
  if (from === to) return [];
  const [floor, below] = [FLOORS.get(from), FLOORS.get(to)];
  if (floor === undefined || below === undefined)
    return [`${floor === undefined ? from : to} stands on no floor: give it one in the README's table.`];
  if (below < floor) return [];
  return [
    `${file} (${from}, floor ${floor}) imports ${target} (${to}, floor ${below}): move what it needs to a floor below, ` +
      "or let the caller above hand it in.",
  ];
}

function roomOf(file: string): string {
  const [top = "", room = ""] = file.split("/");
  return top === "lib" ? `lib/${room}` : top;
}

/** The files of ours that a file imports, types included. */
function importsOf(file: string): string[] {
  const text = readFileSync(ROOT + file, "utf8");
  return [...text.matchAll(/\b(?:from|import)\s*\(?\s*"([#.][^"]*)"/g)].flatMap(([, name = ""]) => {
    const path = name.startsWith("#")
      ? name.slice(1) + (name.startsWith("#app/") ? ".tsx" : ".ts")
      : join(dirname(file), name);
    return /\.tsx?$/.test(path) && existsSync(ROOT + path) && !OUTSIDE.test(path) ? [path] : [];
  });
}
