import { globSync } from "node:fs";
import { expect, it } from "vitest";
import { LISTS } from "./lists.ts";

// A path that the compiler cannot follow: JavaScript files have no types here.
const path: string = "./moved-pages.mjs";
const { MOVED_ADMIN_PAGES }: { MOVED_ADMIN_PAGES: [string, string][] } = await import(path);

const addresses = globSync("app/admin/**/page.tsx").flatMap((file) => {
  const address = file.replace(/^app|\/\([^)]*\)|\/page\.tsx$/g, "");
  const group = Object.entries(LISTS).find(([path]) => address === `${path}/[list]`);
  return group ? Object.keys(group[1]).map((name) => `${group[0]}/${name}`) : [address];
});

it.each(MOVED_ADMIN_PAGES)("%s leads to %s, which is a page", (source, destination) => {
  expect(addresses).not.toContain(source);
  expect([...addresses, "/admin/review/export"]).toContain(destination.replace(/#.*|\/:rest\*$/, ""));
});

it("names each source once", () => {
  const sources = MOVED_ADMIN_PAGES.map(([source]) => source);
  expect(new Set(sources).size).toBe(sources.length);
});
