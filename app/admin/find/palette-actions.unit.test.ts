import { globSync, readFileSync } from "node:fs";
import { basename, dirname } from "node:path";
import { expect, it } from "vitest";
import { findActions } from "#app/ui/shell/find-actions.ts";
import { modules } from "#lib/modules";
import { ACTIONS_ON_RESELLER, ADMIN_ACTIONS } from "./palette-actions.ts";

const sections = globSync("app/admin/settings/{general,payments,purchases,messages}/*.tsx").flatMap((file) =>
  [...readFileSync(file, "utf8").matchAll(/<Section\s+id="([\w-]+)"/g)].map(
    ([, id]) => `/admin/settings/${basename(dirname(file))}#${id}`,
  ),
);

it("offers every section of the settings", () => {
  expect(new Set(sections).size).toBe(4);
  expect(ADMIN_ACTIONS.map(({ href }) => href)).toEqual(expect.arrayContaining(sections));
});

it("shows each declared setting on the page that it names", () => {
  const paths = modules.flatMap(({ settings = [] }) => settings.map(({ path }) => path.split("#")[0] ?? ""));
  for (const [path, { length }] of Map.groupBy(paths, (path) => path)) {
    const page = readFileSync(`app${path}/page.tsx`, "utf8");
    expect(page.match(/<SettingsSection\s|settings: \w+\.name/g), path).toHaveLength(length);
  }
});

it("offers every list that shares a page", () => {
  const offered = (path: string) => ADMIN_ACTIONS.find(({ href }) => href === path);
  expect(offered("/admin/review/chargebacks")).toMatchObject({
    needs: "see",
    label: "View disputes and chargebacks",
  });
  expect(offered("/admin/review/suspense")).toMatchObject({
    needs: "money",
    label: "Assign suspense",
  });
});

it.each([
  ["report", "/admin/settings/general#reports"],
  ["provider fee", "/admin/settings/payments#provider-fees"],
  ["late window", "/admin/settings/purchases#unconfirmed-purchases"],
  ["reply within", "/admin/settings/purchases#delivery-issues"],
])("finds a setting by “%s”", (q, href) => {
  expect(findActions(ADMIN_ACTIONS, q).map((action) => action.href)).toContain(href);
});

it("opens the form of each action on a reseller, where the page has one", () => {
  const dialogs = globSync(["app/admin/wallets/[[]id]/*.tsx", "app/admin/resellers/[[]id]/*.tsx"]).flatMap(
    (file) => [...readFileSync(file, "utf8").matchAll(/\sid="([\w-]+)"/g)].map(([, id]) => id),
  );
  const anchors = ACTIONS_ON_RESELLER.flatMap(({ href }) => href(1).split("#")[1] ?? []);
  expect(anchors).toEqual(["credit", "debit", "claw-back", "level", "restrict", "close"]);
  expect(dialogs).toEqual(expect.arrayContaining(anchors));
});
