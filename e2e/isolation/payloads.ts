import { globSync, readFileSync } from "node:fs";
import type { Name, PairScene } from "./pair-scene.ts";
import { findSecrets } from "./secrets.ts";

/** Requests an address as one of the scene. @returns its status, its place if it leads on, and its text */
export async function request(
  { portal, people }: PairScene,
  viewer: Name,
  path: string,
  { rsc = false, ...init }: RequestInit & { rsc?: boolean } = {},
) {
  const url = new URL(path, portal.url);
  if (rsc) url.search += url.search ? "&_rsc" : "?_rsc";
  const rscHeader: Record<string, string> = rsc ? { RSC: "1" } : {};
  const headers = { Cookie: people[viewer].cookie, Origin: portal.url, ...rscHeader, ...init.headers };
  const response = await fetch(url, { ...init, headers, redirect: "manual" });
  const type = response.headers.get("content-type") ?? "";
  const isStream = type.startsWith("text/event-stream");
  if (isStream) await response.body?.cancel();
  return {
    status: response.status,
    location: response.headers.get("location") ?? "",
    text: isStream ? "" : await response.text(),
    isText: /text|json|xml/.test(type),
  };
}

/** Lists what a payload tells its reader of others. */
export const findLeaks = ({ views }: PairScene, viewer: Name, place: string, payload: string): string[] =>
  views
    .filter((view) => view.viewer === viewer)
    .flatMap(({ target, secrets }) =>
      findSecrets(payload, secrets).map((secret) => `${viewer} reads of ${target} at ${place}: ${secret}`),
    );

/** Values that nothing depends on. */
const FIXED = ["plan", "period", "format", "n"];

/** Makes values like those of a reseller, which nothing has. */
export const createUnknown = (places: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(places).map(([name, value]) => {
      const changed = value
        .replace(/\d(?=\d*$)/, (digit) => String((Number(digit) + 7) % 10))
        .replace(/[a-z](?=[^a-z]*$)/i, "q");
      return [name, FIXED.includes(name) ? value : changed];
    }),
  );

/** The place whose value fills a field of a form or an address, where it has another name. */
const FIELD_PLACES: Record<string, string> = {
  ...{
    q: "phone",
    words: "name",
    purchase: "ident",
    again: "ident",
    ref: "reference",
    open: "name",
    from: "code",
  },
};
export const fillField = (field: string, places: Record<string, string>): string | undefined =>
  places[FIELD_PLACES[field] ?? field];

const FIELDS_OF_ADDRESSES = ["plan", "sale", "reference", "customer", "phone", ...Object.keys(FIELD_PLACES)];

/** The query of an address with all fields that pages and filters read. */
export const buildQuery = (places: Record<string, string>): string =>
  `?${new URLSearchParams(FIELDS_OF_ADDRESSES.map((field) => [field, fillField(field, places) ?? ""]))}`;

/** Lists the names of the fields of all forms of resellers. */
export function listFormFields(): string[] {
  const names = globSync("app/{(reseller),ui}/**/*.tsx").flatMap((file) => {
    const source = readFileSync(file, "utf8");
    const hidden = [...source.matchAll(/hidden=\{\{([^}]*)\}\}/g)].flatMap(([, fields = ""]) =>
      fields.split(","),
    );
    return [
      ...[...source.matchAll(/\bname="(\w+)"/g)].map(([, name = ""]) => name),
      ...hidden.map((field) => field.split(":")[0]?.trim() ?? ""),
    ];
  });
  return [...new Set(names)].filter((name) => /^\w+$/.test(name));
}

/** Patterns of what differs each time: keys, times, references to lines, values made or sealed for a form. */
const RANDOM = [
  /"[\w-]{21}[mvh]?"|"nonce":"[^"]*"|"\$D[^"]*"|\d{4}-\d\d-\d\dT[\d:.]+Z|\d{13}/g,
  /[\da-f]{8}-[\da-f]{4}-[\da-f-]{22}|[\w-]{40,}/g,
  /\$[@Lhn]?[\da-f]+|\b[\da-f]{1,3}:(?=\[|T[\da-f]+,)/g,
];

/** Keeps what two payloads of the same have in common: their lines, in any order. */
export const toComparable = (text: string): string =>
  RANDOM.reduce((rest, pattern) => rest.replace(pattern, "$"), text)
    .split("\n")
    .filter((line) => !/"bound":|^[\da-f$]+:?"?[\w+/=]{60}/.test(line))
    .map((line) => line.replace(/^[\da-f]+:/, ""))
    .toSorted()
    .join("\n");

/** Replaces the values that were asked for by their names. */
export function mask(text: string, values: Record<string, string>): string {
  let masked = text;
  for (const [name, value] of Object.entries(values).toSorted(([, a], [, b]) => b.length - a.length)) {
    if (value.length < 4) continue;
    if (/^\d+$/.test(value)) {
      masked = masked.replace(new RegExp(`(?<!\\d)${value}(?!\\d)`, "g"), `<${name}>`);
      continue;
    }
    const sent = encodeURIComponent(value);
    const digits = value.replaceAll(" ", "");
    const numbers = /^0\d{10}$/.test(digits)
      ? [`+234${digits.slice(1)}`, `%2B234${digits.slice(1)}`, digits]
      : [];
    for (const spelled of [value, sent, sent.replaceAll("%20", "+"), ...numbers])
      masked = masked.replaceAll(spelled, `<${name}>`);
  }
  return masked;
}

/** Returns the first line that only one of two payloads has, and that which the second has instead. */
export function describeDifference(first: string, second: string): string {
  const lines = [first, second].map((payload) => payload.split("\n"));
  const [line = "", instead = ""] = lines.map((of, n) => of.find((each) => !lines[1 - n]?.includes(each)));
  let at = 0;
  while (line[at] !== undefined && line[at] === instead[at]) at += 1;
  return [line, instead].map((each) => each.slice(Math.max(0, at - 60), at + 100)).join(" but ");
}
