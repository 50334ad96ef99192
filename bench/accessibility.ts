import { globSync } from "node:fs";
import type { Flags } from "lighthouse";
import { resolveAddress } from "#e2e/resolve-address";
import {
  type AuditTarget,
  createScorer,
  reportFailedAudits,
  runLighthouse,
  withChrome,
} from "./lighthouse.ts";
import { openBenchSystem } from "./support/bench-system.ts";
import { minRow, printTable, type Row } from "./support/compare.ts";

/** Pages without a `page.tsx`: those of customers; and filtered lists. */
const extraPaths = (of: Record<string, string>) => ({
  visitor: [
    `/s/${of.slug}`,
    `/s/${of.slug}/o/${of.code}`,
    `/s/${of.slug}/o/${of.code}/not-received`,
    "/offline",
  ],
  reseller: [`/bulk/${of.run}?show=problem`, "/purchases?q=nothing-like-it"],
  admin: [],
});

/**
 * `npm run bench -- accessibility [PART …]`: Lighthouse's accessibility score (mobile) of every page, or of those whose
 * address contains one of the parts: as a visitor, as a reseller with one of each thing, as an admin.
 */
export async function run(parts: string[]): Promise<number> {
  await using system = await openBenchSystem();
  const { createPageData } = await import("#e2e/page-data");
  const { url } = await system.start();
  const owner = await system.people.reseller();
  const things = await createPageData(system, owner);
  const cookies = {
    reseller: await system.cookie(owner),
    admin: await system.cookie(await system.people.admin()),
  };
  const beside = extraPaths(things);
  const files = globSync("app/**/page.tsx").toSorted();
  const as = (reader: keyof typeof beside, pages: string[]): AuditTarget[] => {
    const cookie = reader === "visitor" ? undefined : cookies[reader];
    return [...pages.map((file) => resolveAddress(file, things)), ...beside[reader]].map((path) => ({
      name: path,
      url: url + path,
      ...(cookie && { cookie }),
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
      "visitor",
      files.filter((file) => !/^app\/(admin|\(reseller\))\//.test(file)),
    ),
  ].filter(({ name }) => parts.length === 0 || parts.some((part) => name.includes(part)));
  return printTable("accessibility", await withChrome((port) => auditAccessibility(places, port)));
}

async function auditAccessibility(places: AuditTarget[], port: number): Promise<Row[]> {
  const rows: Row[] = [];
  for (const { name, url, cookie } of places) {
    const extraHeaders = cookie ? { Cookie: cookie } : undefined;
    const { status } = await fetch(url, { ...(extraHeaders && { headers: extraHeaders }) });
    if (status === 404) {
      console.log(`     ${name}: not there in this portal`);
      continue;
    }
    const flags: Flags = { port, output: "json", onlyCategories: ["accessibility"] };
    const lhr = await runLighthouse(url, { ...flags, ...(extraHeaders && { extraHeaders }) });
    reportFailedAudits(name, [lhr]);
    rows.push(minRow({ what: name, unit: "points" }, [createScorer("accessibility")(lhr)], 100));
  }
  return rows;
}
