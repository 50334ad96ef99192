import { readFileSync } from "node:fs";
import { ROOT } from "#bin/root";

/** The layer of each module, from the table in CONTRIBUTING.md: rows of `| layer | modules |`, 0 is the lowest. */
export const LAYERS: ReadonlyMap<string, number> = new Map(
  [...readFileSync(`${ROOT}CONTRIBUTING.md`, "utf8").matchAll(/^\| (\d+) +\| (.+?) *\|/gm)].flatMap(
    ([, layer, modules = ""]) =>
      [...modules.matchAll(/`([\w/-]+)`/g)].map(([, module = ""]) => [module, Number(layer)]),
  ),
);

export function moduleOf(file: string): string {
  const [top = "", module = ""] = file.split("/");
  return top === "lib" ? `lib/${module.replace(/\.ts$/, "")}` : top;
}
