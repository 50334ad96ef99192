import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { ROOT } from "#bin/root";
import { LAYERS, moduleOf } from "./layers.ts";

/** Commands and tests: they are outside of the layers. */
const EXCLUDED = /^(e2e|bench|bin|sandbox|lib\/testing)\/|\.(test|prove)\.tsx?$|\/testing(\.ts$|\/)/;

const files = globSync("{app,lib,db}/**/*.{ts,tsx}", { cwd: ROOT }).filter((file) => !EXCLUDED.test(file));
const imports = new Map(files.map((file) => [file, findImports(file)]));

test("modules import only from lower layers, as CONTRIBUTING.md lists them", () => {
  expect(LAYERS.size).toBeGreaterThan(10);
  const wrong = [...imports].flatMap(([file, targets]) =>
    targets.flatMap((target) => describeViolation(file, target)),
  );
  expect(wrong).toEqual([]);
});

test("has no circular imports", () => {
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
  expect(circles, "move the shared part into a third file, or merge the two").toEqual([]);
});

test("pages import neither the database nor the upstream", () => {
  const violations = files.filter(
    (file) =>
      file.startsWith("app/") &&
      /from "(#db\/|#lib\/upstream\/|drizzle-orm|postgres")/.test(readFileSync(ROOT + file, "utf8")),
  );
  expect(violations, "call a service function of lib for a view instead").toEqual([]);
});

function describeViolation(file: string, target: string): string[] {
  const [from, to] = [moduleOf(file), moduleOf(target)];
  if (from === to) return [];
  const [layer, importedLayer] = [LAYERS.get(from), LAYERS.get(to)];
  if (layer === undefined || importedLayer === undefined)
    return [`${layer === undefined ? from : to} has no layer: add it to the table in CONTRIBUTING.md.`];
  if (importedLayer < layer) return [];
  return [
    `${file} (${from}, layer ${layer}) imports ${target} (${to}, layer ${importedLayer}): move the needed part to a lower layer, ` +
      "or pass it in from the caller.",
  ];
}

/** Lists the project files that a file imports, types included. @throws Error for one that isn't there */
function findImports(file: string): string[] {
  const text = readFileSync(ROOT + file, "utf8");
  return [...text.matchAll(/\b(?:from|import)\s*\(?\s*"([#.][^"]*)"/g)].flatMap(([, name = ""]) => {
    const path = name.startsWith("#") ? toPath(name.slice(1)) : join(dirname(file), name);
    if (!/\.tsx?$/.test(path) || EXCLUDED.test(path)) return [];
    if (!existsSync(ROOT + path)) throw new Error(`${file} imports ${name}, which isn't there.`);
    return [path];
  });
}

/** Returns the file that a name of `imports` in package.json stands for. */
function toPath(name: string): string {
  if (name.endsWith(".ts")) return name;
  return name + (name.startsWith("app/") ? ".tsx" : ".ts");
}
