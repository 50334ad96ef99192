import { expect, test } from "vitest";
import { buildOpenApi } from "./openapi.ts";
import { OPERATIONS } from "./operations.ts";
import { buildPostmanCollection } from "./postman.ts";

const collection = buildPostmanCollection(buildOpenApi());
const requests = collection.item.flatMap(({ item }) => item);

test("has every operation once, with its filters turned off", () => {
  expect(requests.map(({ name }) => name).sort()).toEqual(OPERATIONS.map(({ title }) => title).sort());
  const queries = requests.flatMap(({ request }) => request.url.query ?? []);
  const filters = OPERATIONS.flatMap(({ query }) => Object.keys(query?.shape ?? {}));
  expect(queries.map(({ key }) => key).sort()).toEqual(filters.sort());
  expect(queries.every(({ disabled, value }) => disabled && value !== "")).toBe(true);
});

test("names the address, the token, the ref and the plan only by variables", () => {
  expect(collection.variable.map(({ key }) => key)).toEqual(["baseUrl", "token", "ref", "plan", "network"]);
  const text = JSON.stringify(collection.item);
  const used = new Set([...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name));
  expect([...used].sort()).toEqual(["baseUrl", "network", "plan", "ref"]);
  expect(JSON.stringify(collection.auth)).toContain("{{token}}");
});
