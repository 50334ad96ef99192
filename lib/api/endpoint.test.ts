import { once } from "node:events";
import { request as send } from "node:http";
import { text } from "node:stream/consumers";
import { sql } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeEach, expect, test } from "vitest";
import { createToken } from "#lib/account/token/create-token";
import { serveTestApi } from "#lib/api/testing/serve-test-api";
import { runDispatcher } from "#lib/dispatch/dispatcher";
import { Ref } from "#lib/purchase/place/offer";
import { openScene } from "#lib/testing/open-scene";
import { createEndpoint } from "./endpoint.ts";
import { buildOpenApi } from "./openapi/openapi.ts";
import { okResponse } from "./response.ts";
import { API_TEXTS } from "./texts.ts";

const at = await openScene();
const sending = runDispatcher(at.system);
const token = (await createToken((await at.reseller("api")).ctx, { name: "Program" })).token;
const { port, call } = await serveTestApi();
afterAll(async () => {
  await sending.stop();
});
beforeEach(() => at.system.db.execute(sql`delete from call_windows`));

interface Sent {
  status: number;
  body: string;
  warning?: string;
}

const order = () => {
  const { planId, networkId } = at.offered(0, "api");
  return JSON.stringify({ plan: planId, network: networkId, mobile_number: "08031234567" });
};
const headers = () => ({ Authorization: `Bearer ${token}`, "Content-Type": "application/json" });

/** Calls with a client library, which parses the address as a URL first. */
async function byFetch(path: string, method = "POST", sent = order()): Promise<Sent> {
  const body = method === "POST" ? sent : null;
  const response = await call(token, path, { method, ...(body !== null && { body }) });
  const warning = response.headers.get("X-Warning");
  return { status: response.status, body: await response.text(), ...(warning && { warning }) };
}

/** Calls with the path written to the connection unchanged. */
async function asWritten(path: string, method = "POST"): Promise<Sent> {
  const request = send({ host: "127.0.0.1", port: port, path, method, headers: headers() });
  request.end(method === "POST" ? order() : undefined);
  const [response] = await once(request, "response");
  return { status: response.statusCode, body: await text(response) };
}

/** Returns the refs of the purchases of a call. */
async function boughtBy(call: () => Promise<unknown>): Promise<string[]> {
  const rows = () => at.system.db.execute<{ id: string; ref: string }>(sql`select id, ref from purchases`);
  const before = new Set((await rows()).map(({ id }) => id));
  await call();
  await at.system.db.execute(sql`delete from call_windows`);
  return (await rows()).filter(({ id }) => !before.has(id)).map(({ ref }) => ref);
}

test("rejects a purchase whose ref is empty or dots, in any encoding, and charges nothing", async () => {
  const paths = ["", ".", "..", "%2e", "%2E", ".%2e", "%2E%2E", "./", "?ref=1", "/", "x/.."];
  for (const send of [byFetch, asWritten]) {
    for (const path of paths) {
      const bought = await boughtBy(async () => {
        const { status, body } = await send(`/api/data/${path}`);
        expect([path, status < 400 ? "taken" : "rejected"]).toEqual([path, "rejected"]);
        if (send === asWritten) expect([path, Object.keys(JSON.parse(body).errors)]).toEqual([path, ["ref"]]);
      });
      expect([path, bought]).toEqual([path, []]);
    }
  }
});

test("explains the error of an address that ends in a slash or has a query", async () => {
  const { status, body } = await byFetch("/api/data/");
  expect(status).toBe(422);
  expect(JSON.parse(body).errors.ref).toEqual([
    "The address ends without a ref. Nothing was charged. Put your ref after /api/data/, or call /api/data to buy without one.",
  ]);
  for (const path of ["/api/data?ref=order-1", "/api/data/order-1?2"]) {
    const answer = await byFetch(path);
    expect([path, answer.status, JSON.parse(answer.body).errors.ref]).toEqual([
      path,
      422,
      [
        "A purchase takes no query. Nothing was charged. Put the whole ref into the path, without a question mark.",
      ],
    ]);
  }
});

test("buys without a ref only at that operation's address", async () => {
  expect(await boughtBy(() => byFetch("/api/data"))).toEqual([expect.stringMatching(/^api-/)]);
});

test("reads nothing under a ref that is empty or dots", async () => {
  for (const path of ["/api/data/", "/api/data/.", "/api/data/..", "/api/data/%2e%2e"])
    expect([path, (await asWritten(path, "GET")).status]).toEqual([path, 404]);
});

test("reads with a base URL that ends in a slash", async () => {
  expect((await byFetch("/api/data/slashes")).status).toBe(200);
  const paths = ["/api/balance", "/api/data_plans", "/api/transactions?limit=1", "/api/data/slashes"];
  for (const path of paths) {
    const right = await asWritten(path, "GET");
    expect([path, right.status]).toEqual([path, 200]);
    const variants = [
      `/${path}`,
      `//${path}`,
      path.replace("/api/", "/api//"),
      path.replace(/(?=\?|$)/, "/"),
    ];
    for (const variant of variants)
      expect([variant, await asWritten(variant, "GET")]).toEqual([variant, right]);
  }
});

test("explains to a purchase with such a base URL that nothing was bought", async () => {
  const paths = [
    "//api/data",
    "//api/data/order-2",
    "/api//data/order-2",
    "///api//data//order-2",
    "//api/data/",
  ];
  for (const path of paths) {
    const bought = await boughtBy(async () => {
      const { status, body } = await asWritten(path);
      expect([path, status, JSON.parse(body).errors]).toEqual([path, 422, { ref: [API_TEXTS.refInSlashes] }]);
    });
    expect([path, bought]).toEqual([path, []]);
  }
});

test("buys once with a slash at the end of the ref and without", async () => {
  for (const send of [byFetch, asWritten]) {
    const ref = `slash-${send.name}`;
    const bought = await boughtBy(async () => {
      for (const path of [`/api/data/${ref}/`, `/api/data/${ref}`])
        expect([path, (await send(path)).status]).toEqual([path, 200]);
    });
    expect(bought).toEqual([ref]);
  }
  for (const path of ["order-2%2F", "order-2/3/", "order-2/."])
    expect([path, await boughtBy(() => asWritten(`/api/data/${path}`))]).toEqual([path, []]);
});

const fields = () =>
  Object.entries(JSON.parse(order())).map(([name, value]): [string, string] => [name, String(value)]);
const asForm = (entries = fields()) => String(new URLSearchParams(entries));
const asParts = (entries = fields()) =>
  `${entries.map(([name, value]) => `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`).join("")}--b--\r\n`;
const FORM = "application/x-www-form-urlencoded";
const PARTS = "multipart/form-data; boundary=b";

test.each([
  ["JSON as curl -d sends it", FORM, order, "the body is JSON: send Content-Type: application/json"],
  [
    "JSON as text",
    "text/plain;charset=UTF-8",
    order,
    "the body is JSON: send Content-Type: application/json",
  ],
  ["a form", FORM, asForm, "the body is a form: send JSON with Content-Type: application/json"],
  [
    "a form in parts, as PHP sends an array",
    PARTS,
    asParts,
    "the body is a form: send JSON with Content-Type: application/json",
  ],
])("buys by %s, and hints at the right type", async (_, type, write, hint) => {
  const bought = await boughtBy(async () => {
    const sent = { method: "POST", body: write(), headers: { "Content-Type": type } };
    const response = await call(token, "/api/data", sent);
    expect([response.status, response.headers.get("x-warning")]).toEqual([200, hint]);
  });
  expect(bought).toHaveLength(1);
});

test("buys for the number of a form whose plus sign arrives as a space", async () => {
  const bought = await boughtBy(async () => {
    const body = asForm().replace("08031234567", "+2348031234567");
    const headers = { "Content-Type": FORM };
    const response = await call(token, "/api/data", { method: "POST", body, headers });
    expect([response.status, (await response.json()).data.description]).toEqual([
      200,
      expect.stringContaining("08031234567"),
    ]);
  });
  expect(bought).toHaveLength(1);
});

test.each([
  ["a form without a field", FORM, () => asForm(fields().slice(1)), 415],
  ["a form as text", "text/plain", asForm, 415],
  ["broken parts", "multipart/form-data; boundary=c", asParts, 415],
  ["a JSON list as curl -d sends it", FORM, () => `[${order()}]`, 415],
  ["a form that calls itself JSON", "application/json", asForm, 400],
  ["a field twice", FORM, () => `${asForm()}&mobile_number=08051234567`, 422],
  ["a part twice", PARTS, () => asParts([...fields(), ["plan", "1"]]), 422],
])("buys nothing by %s", async (_, type, write, status) => {
  const bought = await boughtBy(async () => {
    const sent = { method: "POST", body: write(), headers: { "Content-Type": type } };
    expect((await call(token, "/api/data", sent)).status).toBe(status);
  });
  expect(bought).toEqual([]);
});

test("returns 404 in the API's shape for any other path below /api", async () => {
  for (const path of [
    "/api",
    "/api/",
    "//api",
    "/api?x",
    "/api/nothing",
    "/api/balance/x",
    "/api/data_plans/..",
  ])
    expect([path, await asWritten(path, "GET")]).toEqual([
      path,
      { status: 404, body: '{"message":"This address does not exist."}' },
    ]);
});

test("responds only to its own path, whatever a router takes for it, and never without the path as sent", async () => {
  const { POST } = createEndpoint("/api/data", {
    POST: { isPublic: true, handle: async () => okResponse("bought") },
  });
  const post = async (headers: Record<string, string>) =>
    (await POST(new Request("http://portal/api/data", { method: "POST", headers }))).status;
  for (const sent of ["/x/../api/data", "/api/x/../data", "/api/d%61ta", "/api/data/", "/api/data#x"])
    expect([sent, await post({ "x-sent-url": sent })]).toEqual([sent, 404]);
  expect(await post({ "x-sent-url": "/api/data" })).toBe(200);
  expect(await post({})).toBe(503);
});

test("names unknown query parameters and body fields in a header, also of a rejection", async () => {
  const list = await byFetch("/api/transactions?networ=1&limit=1&colour=red", "GET");
  expect([list.status, list.warning]).toEqual([
    200,
    'unknown query parameter "networ": did you mean "network"?; unknown query parameter "colour"',
  ]);
  expect((await byFetch("/api/transactions?network=1", "GET")).warning).toBeUndefined();
  expect((await byFetch("/api/balance?a%0d%0ab=1", "GET")).warning).toBe(
    'unknown query parameter "a\\r\\nb"',
  );
  const { mobile_number, ...rest } = JSON.parse(order());
  const rejected = await byFetch(
    "/api/data/warned",
    "POST",
    JSON.stringify({ ...rest, mobile_numbr: mobile_number }),
  );
  expect([rejected.status, rejected.warning]).toEqual([
    422,
    'unknown body field "mobile_numbr": did you mean "mobile_number"?',
  ]);
  const bought = await byFetch(
    "/api/data/warned",
    "POST",
    JSON.stringify({ ...rest, mobile_number, bypass: true }),
  );
  expect([bought.status, bought.warning]).toEqual([200, 'unknown body field "bypass"']);
  for (const body of ["[1]", '"plan"', "null"])
    expect((await byFetch("/api/data/warned", "POST", body)).warning).toBeUndefined();
});

test("gives the OpenAPI document to anyone, and 304 to a client that has it", async () => {
  const url = `http://127.0.0.1:${port}/api/openapi.json`;
  const first = await fetch(url, { headers: { Authorization: "Bearer wrong" } });
  expect([first.status, first.headers.get("access-control-allow-origin")]).toEqual([200, "*"]);
  expect(await first.json()).toEqual(JSON.parse(JSON.stringify(buildOpenApi())));
  const again = await fetch(url, { headers: { "If-None-Match": first.headers.get("etag") ?? "" } });
  expect(again.status).toBe(304);
  const posted = await fetch(url, { method: "POST", body: "{}" });
  expect([posted.status, posted.headers.get("allow")]).toEqual([405, "GET, HEAD, OPTIONS"]);
});

const piece = fc.constantFrom(
  ..."aZ0._-/\\%?&+:;=@~é😀 ",
  ".",
  "..",
  "%2e",
  "%2F",
  "%252e",
  "%41",
  "%zz",
  "%c3%a9",
);
const anyRef = fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join(""));

test("buys under the ref that a client encoded, or not at all", async () => {
  await fc.assert(
    fc.asyncProperty(anyRef, async (ref) => {
      const bought = await boughtBy(() => byFetch(`/api/data/${encodeURIComponent(ref)}`));
      const isFree = Ref.safeParse(ref).success;
      expect(bought.length === 0 || (isFree && bought[0] === ref)).toBe(true);
    }),
    { numRuns: 40, examples: [["."], [".."], [""], ["a/b"], ["%2e"]] },
  );
});

test("buys under a valid part of the path, or not at all, when a client encoded nothing", async () => {
  await fc.assert(
    fc.asyncProperty(anyRef, async (ref) => {
      for (const bought of await boughtBy(() => byFetch(`/api/data/${ref}`))) {
        expect(Ref.safeParse(bought).success).toBe(true);
        expect(bought).not.toMatch(/^api-/);
      }
    }),
    { numRuns: 40, examples: [["."], [".."], [""], ["a?b"], ["..\\"]] },
  );
});

test("describes the refs that are accepted", () => {
  const post = buildOpenApi().paths["/api/data/{ref}"]?.post as unknown as {
    parameters: { schema: { pattern: string } }[];
  };
  const pattern = new RegExp(post.parameters[0]?.schema.pattern ?? "");
  for (const ref of ["a", "...", ".a", "..a", "a.", "-", "x".repeat(64), ".".repeat(64)])
    expect([ref, pattern.test(ref), Ref.safeParse(ref).success]).toEqual([ref, true, true]);
  for (const ref of ["", ".", "..", "a/b", "é", "a b", "x".repeat(65), ".".repeat(65), "a\n"])
    expect([ref, pattern.test(ref), Ref.safeParse(ref).success]).toEqual([ref, false, false]);
});
