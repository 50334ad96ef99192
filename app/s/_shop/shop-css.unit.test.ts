import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** Modules without classes of their own, and those whose look is in another one. */
const WITHOUT_CLASSES = /\/(cx|page-background|icons|time|delivery-issue-labels|purchase-labels)$/;

test("the style of the shop's pages has the classes of every component they show", () => {
  const css = readFileSync("app/s/_shop/shop.css", "utf8");
  const sources = [...css.matchAll(/@source "\.\.\/\.\.\/([^"]+)"/g)].flatMap(([, glob = ""]) =>
    globSync(`app/${glob}`).map((file) => file.replace(/\.tsx?$/, "")),
  );
  const shown = globSync("app/s/**/*.{ts,tsx}").flatMap((file) =>
    [...readFileSync(file, "utf8").matchAll(/"#(app\/ui\/[a-z/-]+)/g)].map(([, module = ""]) => module),
  );
  expect(sources).toEqual(expect.arrayContaining(shown.filter((module) => !WITHOUT_CLASSES.test(module))));
});
