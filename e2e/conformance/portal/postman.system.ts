import { expect, test } from "#e2e/conformance/fixtures";
import { buildOpenApi } from "#lib/api/openapi/openapi";
import { buildPostmanCollection } from "#lib/api/openapi/postman";

type Collection = ReturnType<typeof buildPostmanCollection>;

test("serves a collection whose requests the portal accepts, and whose purchase is bought once", async ({
  portal,
}) => {
  const { url, token } = await portal.open();
  const served = await fetch(`${url}/api/postman.json`);
  expect(served.headers.get("Content-Disposition")).toContain("postman-collection.json");
  const collection: Collection = await served.json();
  const made = buildPostmanCollection(buildOpenApi());
  expect(collection.item).toEqual(JSON.parse(JSON.stringify(made.item)));
  const defaults = Object.fromEntries(collection.variable.map(({ key, value }) => [key, value]));
  expect(defaults.baseUrl).toBe(url);
  const values: Record<string, string> = { ...defaults, token };
  const fill = (text: string) => text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? "");
  const requests = collection.item.flatMap(({ item }) => item);
  // Reads a purchase after it is bought, as a reader of the collection does.
  const ordered = requests.toSorted((left, right) => right.request.method.localeCompare(left.request.method));
  for (let round = 0; round < 2; round += 1)
    for (const { name, request } of ordered) {
      const filters = (request.url.query ?? []).filter(() => round > 0);
      const search = new URLSearchParams(filters.map(({ key, value }) => [key, value]));
      const response = await fetch(`${fill(request.url.raw)}?${search}`.replace(/\?$/, ""), {
        method: request.method,
        headers: {
          Authorization: `Bearer ${fill(collection.auth.bearer[0]?.value ?? "")}`,
          ...Object.fromEntries(request.header.map(({ key, value }) => [key, value])),
        },
        ...(request.body && { body: fill(request.body.raw) }),
      });
      expect([name, response.status]).toEqual([name, 200]);
    }
  const read = (path: string) =>
    fetch(url + path, { headers: { Authorization: `Bearer ${token}` } }).then((response) => response.json());
  const { data } = await read("/api/data/order-1001");
  expect(await read("/api/balance")).toEqual({ data: { balance: data.balance_after, held: "0.00" } });
});
