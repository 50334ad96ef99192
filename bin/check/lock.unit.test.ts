import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { ROOT } from "#bin/root";

interface Locked {
  integrity?: string;
  /** A folder of this project. */
  link?: true;
  /** Part of the package that it is in, whose integrity covers it. */
  inBundle?: true;
}

test("every locked package has its integrity, also those for other machines", () => {
  const lock = JSON.parse(readFileSync(`${ROOT}package-lock.json`, "utf8"));
  const packages: [string, Locked][] = Object.entries(lock.packages);
  const bare = packages.filter(
    ([path, { integrity, link, inBundle }]) => path && !integrity && !link && !inBundle,
  );
  expect(bare.map(([path]) => path)).toEqual([]);
  expect(packages.length).toBeGreaterThan(100);
});
