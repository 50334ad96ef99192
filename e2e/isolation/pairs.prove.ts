import { globSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { listServerActions } from "#e2e/list-server-actions";
import { resolveAddress, resolveAddresses } from "#e2e/resolve-address";
import { OPERATIONS } from "#lib/api/openapi/operations";
import { type Name, openPairScene, type PairScene, VIEWERS } from "./pair-scene.ts";
import {
  buildQuery,
  createUnknown,
  describeDifference,
  fillField,
  findLeaks,
  listFormFields,
  mask,
  request,
  toComparable,
} from "./payloads.ts";
import { readOwnRows } from "./secrets.ts";

const TIMEOUT_MS = 900_000;
/** All pages and routes of resellers, and of the API. */
const FILES = globSync("app/{(reseller),api}/**/{page.tsx,route.ts}");
const isPage = (file: string) => file.endsWith("page.tsx");

let scene: PairScene;
const counts: Record<string, number> = {};
const count = (what: string) => {
  counts[what] = (counts[what] ?? 0) + 1;
};

beforeAll(async () => {
  scene = await openPairScene();
  for (const { secrets } of scene.views) {
    expect(secrets.texts.length).toBeGreaterThan(20);
    expect(secrets.amounts.length).toBeGreaterThan(1);
  }
}, TIMEOUT_MS);
afterAll(async () => {
  console.table(counts);
  await scene.close();
});

/** The values of the other, with a pair that the viewer isn't of. */
function listPlaces(viewer: Name, target: Name) {
  const { people } = scene;
  const strangers = { agent: "sibling", parent: "otherAgent" } as const;
  const of = viewer === "agent" || viewer === "parent" ? strangers[viewer] : target;
  const foreign: Record<string, string> = { ...people[target].places, pair: people[of].places.pair ?? "" };
  return { own: people[viewer].places, foreign, unknown: createUnknown(foreign) };
}

test(
  "shows no one another's records, on any page and in any export",
  async () => {
    const leaks: string[] = [];
    expect(FILES.length).toBeGreaterThan(80);
    for (const viewer of VIEWERS)
      for (const path of FILES.flatMap((file) => resolveAddresses(file, scene.people[viewer].places))) {
        const { text } = await request(scene, viewer, path);
        count("own pages and exports");
        leaks.push(...findLeaks(scene, viewer, path, text));
      }
    expect([...new Set(leaks)]).toEqual([]);
  },
  TIMEOUT_MS,
);

test(
  "sends no one another's records, by event, notification, email, webhook or message",
  async () => {
    const leaks: string[] = [];
    for (const viewer of VIEWERS) {
      const { id, email } = scene.people[viewer].person;
      const rows = await readOwnRows(scene.system.database.systemCtx, id);
      expect(scene.hooks[viewer]).toContain("purchase.");
      const payloads = {
        "event stream": scene.streams[viewer],
        webhook: scene.hooks[viewer],
        email: JSON.stringify(scene.system.mailbox.mails(email)),
        ...Object.fromEntries([...rows].map(([table, of]) => [table, JSON.stringify(of)])),
      };
      for (const [place, payload] of Object.entries(payloads)) {
        count("streams, webhooks, emails and tables");
        leaks.push(...findLeaks(scene, viewer, place, payload));
      }
    }
    expect([...new Set(leaks)]).toEqual([]);
  },
  TIMEOUT_MS,
);

test(
  "answers another's id as an unknown one, on any page, export and search",
  async () => {
    const [differing, leaks]: string[][] = [[], []];
    // Each request for the own data is recorded in it.
    const files = FILES.filter((file) => !file.endsWith("settings/data/route.ts"));
    for (const { viewer, target } of scene.views) {
      const { own, foreign, unknown } = listPlaces(viewer, target);
      for (const file of files) {
        const ask = async (places: Record<string, string>) => {
          const path = resolveAddress(file, { ...own, ...places }) + buildQuery(places);
          const { status, location, text, isText } = await request(scene, viewer, path, {
            rsc: isPage(file),
          });
          count("others' ids on pages and exports");
          leaks?.push(...findLeaks(scene, viewer, path, mask(text, places)));
          return `${status} ${toComparable(mask(location + (isText ? text : ""), places))}`;
        };
        const [one, other] = [await ask(foreign), await ask(unknown)];
        if (one !== other)
          differing?.push(`${viewer} of ${target}, ${file}: ${describeDifference(one, other)}`);
      }
    }
    expect({ differing, leaks: [...new Set(leaks)] }).toEqual({ differing: [], leaks: [] });
  },
  TIMEOUT_MS,
);

test(
  "tells a program nothing of another's, by any operation with any of their values",
  async () => {
    const leaks: string[] = [];
    for (const { viewer, target } of scene.views) {
      const { own, foreign } = listPlaces(viewer, target);
      for (const { method, path, query, body } of OPERATIONS)
        for (const value of [foreign.ident, foreign.phone, foreign.reference, foreign.code, foreign.name]) {
          const { plan = "" } = foreign;
          const fields = { plan, network: "1", mobile_number: own.phone ?? "" };
          const names = Object.keys(query?.shape ?? {});
          const search = new URLSearchParams(
            names.map((name) => [name, name === "search" ? (value ?? "") : ""]),
          );
          const place = `${path.replace(/\{\w+\}/g, encodeURIComponent(value ?? ""))}?${search}`;
          const { text } = await request(scene, viewer, place, {
            method,
            headers: {
              Authorization: `Bearer ${scene.people[viewer].token}`,
              "Content-Type": "application/json",
            },
            ...(body && { body: JSON.stringify(fields) }),
          });
          count("requests of programs");
          leaks.push(...findLeaks(scene, viewer, place, mask(text, { ...foreign, value: value ?? "" })));
        }
    }
    expect([...new Set(leaks)]).toEqual([]);
  },
  TIMEOUT_MS,
);

/** Actions that need no id of what they change, and would end the pair. */
const OWN_ALONE = ["leaveParentAction"];

test(
  "changes nothing of another's, and answers as for an unknown id, by any action",
  async () => {
    const actions = listServerActions().filter(
      ({ file, name }) => file.startsWith("app/(reseller)") && !OWN_ALONE.includes(name),
    );
    expect(actions.length).toBeGreaterThan(100);
    const fields = listFormFields();
    const { systemCtx } = scene.system.database;
    const [differing, leaks]: string[][] = [[], []];
    for (const [viewer, target] of ATTACKS) {
      const { own, foreign, unknown } = listPlaces(viewer, target);
      const [ownId, otherId] = [viewer, target].map((name) => scene.people[name].person.id);
      const rows = await readOwnRows(systemCtx, otherId ?? 0, ownId);
      const ids = [...rows.values()].flatMap(([row]) =>
        typeof row?.id === "number" ? [String(row.id)] : [],
      );
      expect(ids.length).toBeGreaterThan(15);
      for (const { id: action, name, pages } of actions) {
        const page = pages.find((each) => each.startsWith("app/(reseller)")) ?? "";
        const call = async (places: Record<string, string>, id: string) => {
          const form = new FormData();
          form.set("0", '[null,"$K1"]');
          for (const field of fields)
            form.set(`1_${field}`, /^id$|Id$/.test(field) ? id : (fillField(field, places) ?? "5"));
          const { status, location, text } = await request(
            scene,
            viewer,
            resolveAddress(`${page}.tsx`, own),
            {
              ...{ method: "POST", body: form },
              headers: { "Next-Action": action, Accept: "text/x-component" },
            },
          );
          count("calls of actions");
          leaks?.push(...findLeaks(scene, viewer, name, mask(text, places)));
          const [result = ""] = /\{"ok":.*/.exec(text) ?? [];
          return `${status} ${toComparable(mask(location + result, { ...places, id }))}`;
        };
        const expected = await call(unknown, "999999999");
        const seen = await Promise.all(ids.map((id) => call(foreign, id)));
        for (const [n, each] of seen.entries())
          if (each !== expected)
            differing?.push(`${viewer} by ${name} ${ids[n]}: ${describeDifference(each, expected)}`);
      }
      expect([viewer, await readOwnRows(systemCtx, otherId ?? 0, ownId)]).toEqual([viewer, rows]);
    }
    expect({ differing, leaks: [...new Set(leaks)] }).toEqual({ differing: [], leaks: [] });
  },
  TIMEOUT_MS,
);

/** The callers of actions, and the owners of the ids that they try. */
const ATTACKS: readonly [Name, Name][] = [
  ["parent", "agent"],
  ["agent", "parent"],
  ["otherParent", "agent"],
];
