import { expect, test } from "vitest";
import { listDatabaseFunctions } from "#db/functions";
import { listTables } from "#lib/core/module";
import { modules } from "#lib/modules";
import { LAYERS } from "./layers.ts";

/** Each function and view of the database, without comments. */
const texts = new Map(
  listDatabaseFunctions().map(({ name, body, triggers }) => [
    name,
    `${body}${triggers}`.replace(/--.*/g, ""),
  ]),
);
const owners = new Map(
  modules.flatMap((module) =>
    Object.keys(listTables([module])).map((table) => [table, `lib/${module.name}`] as const),
  ),
);

const TRIGGER =
  /\bcreate (?:or replace |constraint )?trigger (\w+)\s.*?\son (\w+)\b.*?\bexecute function (\w+)\(\)/gs;
const WRITE =
  /\b(?:insert into|delete from|(?<!\b(?:for|key|do|or|after|before) )update|merge into|truncate) (\w+)/g;

const triggers = [...texts.values()].flatMap((text) =>
  [...text.matchAll(TRIGGER)].map(([, name = "", on = "", runs = ""]) => ({ name, on, runs })),
);

test("finds what each trigger writes", () => {
  expect(triggers).toHaveLength([...texts.values()].join().match(/\bexecute function\b/g)?.length ?? 0);
  expect(findTables("write_transfer")).toEqual(["journals", "entries"]);
  expect(findTables("keep_slug")).toEqual(["shop_slugs"]);
});

/** Triggers that stay so, and why; `↑` is a table of a higher layer. */
const EXCEPTIONS = {
  "purchases_doubt_sold: attempts ↑, audit":
    "What a supplier reports as sold must not be queued for a moment, whatever places it again after a restore.",
  "resellers_wallet: wallets": "A reseller without a wallet can’t be: it is a constraint, as a row.",
};

test("triggers write no table of another module", () => {
  const writers = triggers.flatMap(({ name, on, runs }) => {
    const owner = ownerOf(on);
    const tables = findTables(runs).filter((table) => table !== "events" && ownerOf(table) !== owner);
    const isUp = (table: string) => layerOf(ownerOf(table)) > layerOf(owner);
    const listed = tables.map((table) => `${table}${isUp(table) ? " ↑" : ""}`).join(", ");
    return tables.length === 0 ? [] : [`${name}: ${listed}`];
  });
  expect(writers.sort()).toEqual(Object.keys(EXCEPTIONS).sort());
});

/** Lists the tables that a function writes, also by the functions that it calls and the views it writes to. */
function findTables(name: string, path: readonly string[] = []): string[] {
  const text = texts.get(name)?.replace(TRIGGER, "");
  if (text === undefined || path.includes(name)) return [];
  const findFurther = (callee: string) => findTables(callee, [...path, name]);
  const tables = [...text.matchAll(WRITE)].flatMap(([, table = ""]) =>
    texts.has(table)
      ? triggers.filter(({ on }) => on === table).flatMap(({ runs }) => findFurther(runs))
      : [table],
  );
  const calls = [...text.matchAll(/\b(\w+)\s*\(/g)].flatMap(([, callee = ""]) => findFurther(callee));
  return [...new Set([...tables, ...calls])];
}

/** Returns the module of a table; of a view, that of the first table it reads. */
function ownerOf(table: string): string {
  const owner = owners.get(table) ?? owners.get(texts.get(table)?.match(/\bfrom (\w+)/)?.[1] ?? "");
  if (!owner) throw new Error(`No module has the table ${table}.`);
  return owner;
}

function layerOf(module: string): number {
  const layer = LAYERS.get(module);
  if (layer === undefined) throw new Error(`${module} has no layer.`);
  return layer;
}
