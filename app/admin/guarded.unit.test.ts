import { globSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

/** No layout is a protection: each page, export and action checks its caller. */
const files = (pattern: string) =>
  globSync(`app/admin/**/${pattern}`).map((file) => [file, readFileSync(file, "utf8")]);

it.each(files("page.tsx"))("%s asks for an admin before anything else", (_file, source) => {
  const body = source?.slice(source.search(/export default async function/)) ?? "";
  expect(body).toMatch(/^[^;]*\{\s*(?:const \{[^}]*\} = )?await requireAdminPage\((?:"\w+"|null)?\);/);
});

it.each(files("route.ts"))("%s is served to admins only", (_file, source) => {
  expect(source).toMatch(/export const \w+ = (?:defineExportRoute|defineRoute)(?:<.*>)?\(/);
  expect(source?.match(/export const/g)).toHaveLength(source?.match(/audience: "admin"/g)?.length ?? 0);
});

const actions = files("*.ts").filter(([, source]) => source?.startsWith('"use server"'));

it.each(actions)("%s acts for admins alone", (_file, source) => {
  const exported = source?.match(/^export (?:const|async function) \w+.*$/gm) ?? [];
  expect(exported.length).toBeGreaterThan(0);
  for (const line of exported)
    expect(line).toMatch(/^export const \w+ = (?:create(?:Admin|Bulk)|define(?:Service)?)Action\(/);
  if (/ = define(?:Service)?Action\(/.test(source ?? "")) expect(source).toMatch(/audience: "admin"/);
});
