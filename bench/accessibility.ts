import { globSync } from "node:fs";
import type { Flags } from "lighthouse";
import { buildIfChanged } from "../bin/build/build-if-changed.ts";
import { startTestServer } from "../db/testing/server.ts";
import { address } from "../e2e/address.ts";
import { complain, type Place, scoreOf, visit, withChrome } from "./lighthouse.ts";
import { atLeast, type Row, report } from "./support/compare.ts";

/** What has an address and is no `page.tsx`: the pages of customers; and lists that are narrowed. */
const BESIDE = (of: Record<string, string>) => ({
  nobody: [
    `/s/${of.slug}`,
    `/s/${of.slug}/o/${of.code}`,
    `/s/${of.slug}/o/${of.code}/not-received`,
    "/offline",
  ],
  reseller: [`/bulk/${of.run}?show=problem`, "/purchases?q=nothing-like-it"],
  admin: [],
});

/**
 * `npm run bench -- accessibility [PART …]`: what Lighthouse's accessibility mark (mobile) is on every page there is, or on
 * those whose address has one of the parts in it: as nobody, as a reseller with one of each thing, at the desk.
 */
export async function run(parts: string[]): Promise<number> {
  await buildIfChanged(() => console.log("Building the pages…"));
  const stopServer = await startTestServer();
  const { startSystem } = await import("../e2e/harness.ts");
  const { People } = await import("../e2e/people.ts");
  const { everyPlace } = await import("../e2e/every-place.ts");
  const system = await startSystem();
  try {
    const { url } = await system.start();
    const people = new People(system.database.systemCtx);
    const owner = await people.reseller();
    const things = await everyPlace(system, owner);
    const cookies = {
      reseller: await people.cookie(owner),
      admin: await people.cookie(await people.admin()),
    };
    const beside = BESIDE(things);
    const files = globSync("app/**/page.tsx").toSorted();
    const as = (who: keyof typeof beside, pages: string[]): Place[] => {
      const cookie = who === "nobody" ? undefined : `${cookies[who].name}=${cookies[who].value}`;
      return [...pages.map((file) => address(file, things)), ...beside[who]].map((path) => ({
        ...{ name: path, url: url + path, ...(cookie && { cookie }) },
      }));
    };
    const places = [
      ...as(
        "reseller",
        files.filter((file) => file.startsWith("app/(reseller)/")),
      ),
      ...as(
        "admin",
        files.filter((file) => file.startsWith("app/admin/")),
      ),
      ...as(
        "nobody",
        files.filter((file) => !/^app\/(admin|\(reseller\))\//.test(file)),
      ),
    ].filter(({ name }) => parts.length === 0 || parts.some((part) => name.includes(part)));
    return report("accessibility", await withChrome((port) => judge(places, port)));
  } finally {
    await system.close();
    await stopServer();
  }
}

async function judge(places: Place[], port: number): Promise<Row[]> {
  const rows: Row[] = [];
  for (const { name, url, cookie } of places) {
    const extraHeaders = cookie ? { Cookie: cookie } : undefined;
    const { status } = await fetch(url, { ...(extraHeaders && { headers: extraHeaders }) });
    if (status === 404) {
      console.log(`     ${name}: not there in this portal`);
      continue;
    }
    const flags: Flags = { port, output: "json", onlyCategories: ["accessibility"] };
    const lhr = await visit(url, { ...flags, ...(extraHeaders && { extraHeaders }) });
    complain(name, [lhr]);
    rows.push(atLeast({ what: name, unit: "points" }, [scoreOf("accessibility")(lhr)], 100));
  }
  return rows;
}
