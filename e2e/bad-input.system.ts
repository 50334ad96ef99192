import { globSync, readFileSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import { expect, test } from "playwright/test";
import { getFreePort } from "#db/embedded/free-port";
import { createToken } from "#lib/account/token/create-token";
import { TEST_EFFORT } from "#lib/testing/effort";
import { type PortalMember, startSystem, type TestSystem } from "./harness.ts";
import {
  createUpload,
  type LargeRequest,
  listLargeRequests,
  MEGABYTE,
  measureUnitMs,
  UPLOAD_PATHS,
} from "./large-requests.ts";
import { type RawRequest, sendRawRequest } from "./raw-request.ts";
import { TestAccounts, type TestPerson } from "./test-accounts.ts";
import {
  buyTestPlan,
  createTestCustomer,
  createTestSchedule,
  findTestPlan,
  nextTestPhone,
  testResellerCtx,
} from "./test-purchases.ts";
import { createTestShop } from "./test-shop.ts";

/*
 * Requests that no honest client sends, to every page, route and action. Each is the sender's mistake: the response must
 * not be a server error, and the log must not have an error.
 */
test.describe.configure({ mode: "default" });

const ROLES = ["visitor", "reseller", "admin"] as const;
type CallerRole = (typeof ROLES)[number];

let system: TestSystem;
let portal: PortalMember;
let metricsPort: number;
let cookies: Record<CallerRole, Record<string, string>>;
let places: Record<string, string>;

test.beforeAll(async () => {
  system = await startSystem();
  metricsPort = await getFreePort();
  portal = await system.start({ roles: "web", env: { METRICS_PORT: String(metricsPort) } });
  const people = new TestAccounts(system.database.systemCtx);
  const [owner, admin] = [await people.reseller(), await people.admin()];
  const { slug } = await createTestShop(system, owner);
  const ctx = testResellerCtx(system, owner);
  const plan = await findTestPlan(system, ctx);
  const { ident } = await buyTestPlan(ctx, plan, nextTestPhone());
  places = {
    ident,
    id: String(owner.id),
    plan: String(plan.id),
    slug,
    ...(await createTestCustomer(ctx)),
    ...(await createTestSchedule(ctx, plan)),
  };
  const cookie = async (person: TestPerson) => {
    const { name, value } = await people.cookie(person);
    return { Cookie: `${name}=${value}` };
  };
  cookies = { visitor: {}, reseller: await cookie(owner), admin: await cookie(admin) };
});
test.afterAll(() => system.close());

/** Finds the requests with a server error or no response, and the errors in the log. */
async function findFaults(role: CallerRole, all: RawRequest[]): Promise<string[]> {
  const before = portal.log().length;
  const faults: string[] = [];
  const sentById = new Map<string, string>();
  for (let from = 0; from < all.length; from += 8) {
    const sent = all.slice(from, from + 8).map(async (bad) => {
      const { status, answer } = await sendRawRequest(portal.url, {
        ...bad,
        headers: { ...cookies[role], ...bad.headers },
      });
      const [, id = ""] = /^x-request-id: (\w+)/im.exec(answer) ?? [];
      sentById.set(id, JSON.stringify(bad).slice(0, 300));
      const rejected = status < 500 && !answer.includes('"code":"internal"');
      if (!rejected) faults.push(`${role} ${status} ${JSON.stringify(bad).slice(0, 300)}`);
    });
    await Promise.all(sent);
  }
  const logged = portal.log().slice(before).split("\n");
  const errors = logged.filter((line) => line.includes('"level":"error"'));
  const describe = (line: string) => `${sentById.get(/"request":"(\w+)"/.exec(line)?.[1] ?? "")}: ${line}`;
  return [...faults, ...errors.map(describe)];
}

/** Resolves a page's or route's file to its address and the role that may open it. */
function resolveFile(file: string) {
  const route = file.replace(/^app|\/(page\.tsx|route\.ts)$/g, "").replace(/\/\([^)]*\)/g, "") || "/";
  const [, room] = /^app\/(admin|\(reseller\))/.exec(file) ?? [];
  const role: CallerRole = room === "admin" ? "admin" : room ? "reseller" : "visitor";
  return { route, path: route.replace(/\[[.]*(\w+)\]/g, (_, name) => places[name] ?? "1"), role };
}

/** A share of the values for the n-th of many things that are read alike: each has its turn after a few. */
function sampleValues<T>(values: T[], n: number): T[] {
  return TEST_EFFORT.everyBadValue
    ? values
    : values.filter((_, at) => at % SAMPLE_INTERVAL === n % SAMPLE_INTERVAL);
}
const SAMPLE_INTERVAL = 10;

const files = globSync("app/**/{page.tsx,route.ts}");
const BAD_VALUES = [
  "%00",
  "a%01b",
  "%FF",
  "%ED%A0%80",
  "%",
  "99999999999999999999",
  "-1",
  "1e400",
  "%0d%0a",
  "[]",
  "__proto__",
  "toString",
];
const PARAMETER_NAMES =
  "action actor after before callbackUrl cursor data_plan_type email error from id kind level limit max_price min_price \
  mobile_network name network next period phone plan planId price q reason ref reseller scope search seen sent show size \
  state status step subject tab to type validity value wrong".split(/\s+/);
const buildQuery = (value: string) => PARAMETER_NAMES.map((name) => `${name}=${value}`).join("&");

for (const role of ROLES) {
  test(`no query and no segment of a path makes a page or route of a ${role} fail`, {
    tag: "@prove",
  }, async () => {
    const targets = files.map(resolveFile).filter((target) => target.role === role);
    const segments = [...BAD_VALUES, "a%00b", "..%2f..%2fetc", "__proto__", "\xff\xfe", "x".repeat(5000)];
    const bad = targets.flatMap(({ path, route }, n) => [
      ...sampleValues(BAD_VALUES, n).map((value) => ({ path: `${path}?${buildQuery(value)}` })),
      ...sampleValues(route.includes("[") ? segments : [], n).map((value) => ({
        path: route.replace(/\[[.]*\w+\]/g, value),
      })),
    ]);
    expect(bad.length).toBeGreaterThan(targets.length);
    expect(await findFaults(role, bad)).toEqual([]);
  });

  test(`no field makes an action of a ${role} fail`, { tag: "@prove" }, async () => {
    const manifest = readFileSync(".next/server/server-reference-manifest.json", "utf8");
    const { node } = JSON.parse(manifest) as { node: Record<string, { workers: Record<string, unknown> }> };
    const actions = Object.entries(node).map(([id, { workers }]) => ({
      id,
      ...resolveFile(`${findActionUser(workers)}.tsx`),
    }));
    const targets = actions.filter((action) => action.role === role);
    expect(targets.length).toBeGreaterThan(3);
    const fields =
      "action again amount code email how id ident intent kind leave_empty level name network next note password phone plan \
      planId price q reason ref secret size slug step text to type value version".split(/\s+/);
    const typed = (value: string) => fields.map((name) => part(`1_${name}`, value)).join("");
    const filled = (value: string) => encodeActionCall(typed(value));
    const bodies = [
      encodeActionCall(""),
      filled("\0"),
      filled("a\x01b"),
      filled("-1"),
      filled("\xff"),
      encodeActionCall(typed("a") + typed("b")),
    ];
    const bad = targets.flatMap(({ id, path }) => bodies.map((body) => buildActionRequest(id, path, body)));
    expect(await findFaults(role, bad)).toEqual([]);
  });
}

test("no field makes a route that takes a form fail", { tag: "@prove" }, async () => {
  const routes = files.filter(
    (file) => !file.startsWith("app/api/") && /export const POST\b/.test(readFileSync(file, "utf8")),
  );
  expect(routes.length).toBeGreaterThan(3);
  const fields =
    "amount answer bankReference email leave_empty mobile_number name next picture plan price ref seal step".split(
      " ",
    );
  const steps = ["number", "review", "change", "\0"];
  const values = [...BAD_VALUES, "\0", "\xff", "x".repeat(30_000)];
  const form = { Origin: portal.url, "Content-Type": "application/x-www-form-urlencoded" };
  for (const { path, role } of routes.map(resolveFile)) {
    const post = { method: "POST", path };
    const bad = [
      ...values.flatMap((value) =>
        steps.map((step) => ({
          ...post,
          headers: form,
          body: `${fields.map((name) => `${name}=${value}`).join("&")}&step=${step}&plan=${places.plan}`,
        })),
      ),
      ...values.map((value) => ({
        ...post,
        headers: { Origin: portal.url, ...MULTIPART },
        body: `${fields.map((name) => part(name, value)).join("")}--b--\r\n`,
      })),
      ...["", "--b", part("step", "review"), "x"].map((body) => ({
        ...post,
        headers: { Origin: portal.url, ...MULTIPART },
        body,
      })),
      ...["application/json", "text/plain", "multipart/form-data", "\xff"].map((type) => ({
        ...post,
        headers: { Origin: portal.url, "Content-Type": type },
        body: "{",
      })),
    ];
    expect(await findFaults(role, bad)).toEqual([]);
  }
});

/** Finds a page that calls an action. */
function findActionUser(workers: Record<string, unknown>): string | undefined {
  return Object.keys(workers).find((page) => page.endsWith("/page"));
}

const MULTIPART = { "Content-Type": "multipart/form-data; boundary=b" };
const part = (name: string, value: string) =>
  `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
/** Encodes an action's call by script: its previous result and the form. */
const encodeActionCall = (fields: string, args = '[null,"$K1"]') => `${fields}${part("0", args)}--b--\r\n`;
const buildActionRequest = (
  id: string,
  path: string,
  body: string,
  headers: Record<string, string> = MULTIPART,
): RawRequest => ({
  method: "POST",
  path,
  body,
  headers: { Origin: portal.url, "Next-Action": id, ...headers },
});

test("rejects an action's call whose body isn't a valid form", async () => {
  const page = await (await fetch(`${portal.url}/sign-in`)).text();
  const [, id = ""] = /&quot;id&quot;:&quot;([0-9a-f]{42})&quot;/.exec(page) ?? [];
  expect(id).not.toBe("");
  const plain = { "Content-Type": "text/plain;charset=UTF-8" };
  const values = [
    "",
    "x",
    "null",
    "[]",
    "[null]",
    "{}",
    "[null,{}]",
    "[1,2]",
    '["$K1"]',
    '["$F1"]',
    '["$@1"]',
    '["$Qx"]',
  ];
  const cut = [
    "",
    "--b",
    "--b--\r\n",
    "x",
    part("0", "[]"),
    part("0", '[null,"$K1"]'),
    encodeActionCall("").repeat(2),
    encodeActionCall(part("0", "[]")),
  ];
  const file = '--b\r\nContent-Disposition: form-data; name="1_email"; filename="f"\r\n\r\n\0\r\n';
  const bound = (text: string) => `${part("$ACTION_REF_1", "")}${part("$ACTION_1:0", text)}`;
  const reference = JSON.stringify({ id, bound: "$@1" });
  const withoutScript = [
    bound("nonsense"),
    bound(reference),
    bound('{"id":1,"bound":null}'),
    bound(JSON.stringify({ id: "f".repeat(42), bound: null })),
    `${bound(reference)}${part("$ACTION_1:1", '["$F2"]')}`,
    `${bound(reference)}${part("$ACTION_1:1", "[null]")}${part("email", "\0")}`,
    part("$ACTION_REF_1", ""),
    part("$ACTION_ID_x", ""),
  ].map((fields) => ({
    method: "POST",
    path: "/sign-in",
    body: `${fields}--b--\r\n`,
    headers: { ...MULTIPART, Origin: portal.url },
  }));
  const bad = [
    ...values.flatMap((body) => [
      buildActionRequest(id, "/sign-in", body, plain),
      buildActionRequest(id, "/sign-in", encodeActionCall("", body)),
    ]),
    ...["\xff", "[".repeat(2000)].map((body) => buildActionRequest(id, "/sign-in", body, plain)),
    ...[...cut, encodeActionCall(file), encodeActionCall(part("2_x", "y"), '[{"a":"$2"},"$K1"]')].map(
      (body) => buildActionRequest(id, "/sign-in", body),
    ),
    buildActionRequest(id, "/sign-in", encodeActionCall(""), { "Content-Type": "multipart/form-data" }),
    buildActionRequest(id, "/sign-in", "{", { "Content-Type": "application/json" }),
    buildActionRequest(id, "/sign-in", "a=%00", { "Content-Type": "application/x-www-form-urlencoded" }),
    ...["x", "0".repeat(42), "%FF", "\xff", "__proto__"].map((actionId) =>
      buildActionRequest(actionId, "/sign-in", encodeActionCall("")),
    ),
    ...["null", "://", "http://[", "\xff", "https://evil.example"].map((Origin) =>
      buildActionRequest(id, "/sign-in", encodeActionCall(""), { ...MULTIPART, Origin }),
    ),
    ...["evil.example", "[", "a b"].map((Host) =>
      buildActionRequest(id, "/sign-in", encodeActionCall(""), { ...MULTIPART, Host }),
    ),
    ...withoutScript,
    ...withoutScript.map((request) => ({ ...request, headers: { ...MULTIPART, Origin: "null" } })),
  ];
  expect(await findFaults("visitor", bad)).toEqual([]);
});

test("no address and no header makes the portal fail", { tag: "@prove" }, async () => {
  const odd =
    "/%00 /%FF /% // //evil.example /\\evil /_next/%FF /_next/image?url=/x * http://[ http://evil.example/ /?%FF";
  const headers: Record<string, string>[] = [
    ...["null", "://", "http://[", "\xff", "javascript:x"].map((Origin) => ({ Origin })),
    ...["", "a b", "[", "\xff", "a:99999999"].map((Host) => ({ Host })),
    ...["Bearer \xff", "Bearer %00", "x\x01"].map((Authorization) => ({ Authorization })),
    ...[
      "%FF",
      "next-auth.session-token=%FF",
      "next-auth.session-token=a.b.c",
      "next-auth.csrf-token=%00",
    ].map((Cookie) => ({ Cookie })),
    ...["%FF", "{", "[]", "null"].map((tree) => ({ RSC: "1", "Next-Router-State-Tree": tree })),
    { RSC: "1", "Next-Router-Prefetch": "9", "Next-Router-Segment-Prefetch": "/%FF", "Next-Url": "/%FF" },
    { "X-Forwarded-For": "%00, ,\xff", "X-Forwarded-Proto": "x y", "X-Forwarded-Host": "[" },
    { "If-None-Match": "\xff", "Accept-Language": "\xff", "User-Agent": "\xff\xfe", Range: "bytes=9-1" },
    { "x-middleware-subrequest": "proxy:proxy", "x-nonce": "<>", "x-path": "\xff" },
  ];
  const paths = ["/", `/s/${places.slug}`, "/home", "/api/data", "/api/auth/session", "/nothing"];
  const methods = ["GET", "POST"].flatMap((method) => headers.map((fields) => ({ method, headers: fields })));
  const bad = [
    ...odd.split(" ").map((path) => ({ path })),
    ...paths.flatMap((path) => methods.map((request) => ({ ...request, path }))),
    ...paths.flatMap((path) =>
      ["HEAD", "PUT", "OPTIONS", "TRACE", "BREW"].map((method) => ({ method, path })),
    ),
  ];
  expect(await findFaults("visitor", bad)).toEqual([]);
});

test("no sign-in makes the portal fail", { tag: "@prove" }, async () => {
  const ways =
    "signin signin/credentials callback/credentials callback/other signout session csrf _log error providers %00 a/b/c";
  const urls = [...BAD_VALUES, "http://[", "javascript:x", "https://evil.example"];
  const form = { Origin: portal.url, "Content-Type": "application/x-www-form-urlencoded" };
  const json = { Origin: portal.url, "Content-Type": "application/json" };
  const bad = ways.split(" ").flatMap((way): RawRequest[] => {
    const path = `/api/auth/${way}`;
    return [
      ...["", "csrfToken=%00", "%FF=%FF", "email=%00&password=%00", "json=true"].map((body) => ({
        method: "POST",
        path,
        headers: form,
        body,
      })),
      ...urls.map((url) => ({ method: "POST", path, headers: form, body: `callbackUrl=${url}` })),
      ...["", "null", "{", "[]", '{"csrfToken":1,"callbackUrl":1}', '"\\u0000"'].map((body) => ({
        method: "POST",
        path,
        headers: json,
        body,
      })),
      ...urls.map((url) => ({ path: `${path}?callbackUrl=${url}&error=${url}` })),
      ...["http://[", "%00"].map((url) => ({ path, headers: { Cookie: `next-auth.callback-url=${url}` } })),
    ];
  });
  expect(await findFaults("visitor", bad)).toEqual([]);
});

test("no call makes the interface fail", async () => {
  const { token } = await createToken(system.database.systemCtx, {
    resellerId: Number(places.id),
    name: "Bad",
  });
  const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" };
  const values = ['"\\u0000"', '"0803\\u0000123"', "[]", "{}", "null", "1e400", "-1", '"\\ud800"', "true"];
  const bodies = values.flatMap((value) => [
    `{"plan":${value},"network":1,"mobile_number":"08031234567"}`,
    `{"plan":1,"network":${value},"mobile_number":"08031234567"}`,
    `{"plan":1,"network":1,"mobile_number":${value}}`,
  ]);
  const broken = ["", "null", "[]", "{", '"x"', "\xff\xfe", "[".repeat(5000)];
  const paths = "/api/data /api/data/%00 /api/data/%FF /api/data/a%01b /api/data/ok-ref /api/nothing".split(
    " ",
  );
  const lists = "/api/data_plans /api/data-plans-prices/filtered /api/transactions /api/balance".split(" ");
  const bad = [
    ...paths.flatMap((path) =>
      [...broken, ...bodies].map((body) => ({ method: "POST", path, headers, body })),
    ),
    ...lists.flatMap((path) =>
      BAD_VALUES.map((value) => ({ path: `${path}?${buildQuery(value)}`, headers })),
    ),
  ];
  expect(await findFaults("visitor", bad)).toEqual([]);
});

async function readMetric(name: string): Promise<number> {
  const metrics = await (await fetch(`http://localhost:${metricsPort}/metrics`)).text();
  return Number(
    metrics
      .split("\n")
      .find((line) => line.startsWith(`${name} `))
      ?.split(" ")[1],
  );
}

/** The longest that the process was kept from everything else since this was asked last, in ms. */
const readHeldMs = async () => 1_000 * (await readMetric('portal_event_loop_delay_seconds{share="1"}'));

/** The limit of a request's time, in units; the slow requests that this test found took 50 and more. */
const MAX_UNITS = 10;

test("lets no single request of a stranger or reseller keep the process from everybody else", {
  tag: "@prove",
}, async () => {
  const page = await (await fetch(`${portal.url}/sign-in`)).text();
  const [, action = ""] = /&quot;id&quot;:&quot;([0-9a-f]{42})&quot;/.exec(page) ?? [];
  expect(action).not.toBe("");
  const all = listLargeRequests(action, places.slug ?? "");
  const send = ({ path, body, headers }: LargeRequest) => {
    const init = { method: "POST", body, headers: { Origin: portal.url, ...cookies.reseller, ...headers } };
    // A client whose body is rejected before its end may see the connection close instead of the response.
    return fetch(portal.url + path, { ...init, redirect: "manual" }).then(
      (answer) => answer.text().then(() => answer.status),
      () => 0,
    );
  };
  // The first request of a path loads its modules: this time doesn't count.
  for (const path of ["/sign-in", `/s/${places.slug}/order`])
    await send({ what: "", path, body: `${part("a", "b")}--b--\r\n`, headers: MULTIPART });
  for (const path of UPLOAD_PATHS) await send(createUpload(path, "one number", "08031234567"));
  const [faults, timings]: [string[], string[]] = [[], []];
  for (const large of all) {
    await readHeldMs();
    const before = measureUnitMs();
    const status = await send(large);
    const [held, unit] = [await readHeldMs(), Math.max(before, measureUnitMs())];
    timings.push(`${held.toFixed(0).padStart(5)} ms, unit ${unit.toFixed(0).padStart(4)} ms: ${large.what}`);
    expect(held).toBeGreaterThanOrEqual(0);
    if (status >= 500 || held > MAX_UNITS * unit)
      faults.push(
        `${large.what}: answered ${status}, held ${held.toFixed(0)} ms, unit ${unit.toFixed(0)} ms`,
      );
  }
  console.log(`The process was held for at most\n${timings.join("\n")}`);
  expect(faults).toEqual([]);
});

/** Sends the beginning of a request, and leaves it open. */
function openPartialRequest(head: string, body: Buffer | string = ""): Socket {
  const { hostname, port, host } = new URL(portal.url);
  const socket = connect(Number(port), hostname);
  socket.on("error", () => {});
  socket.write(`${head}\r\nHost: ${host}\r\n\r\n`);
  socket.write(body);
  return socket;
}

test("leaves none of 500 upgrade requests open", { tag: "@prove" }, async () => {
  const head = "GET /api/live HTTP/1.1\r\nConnection: Upgrade\r\nUpgrade: websocket";
  const sockets = Array.from({ length: 500 }, () => openPartialRequest(head));
  // Each of them ends because the portal closes it.
  const answers = await Promise.all(sockets.map((socket) => text(socket)));
  expect(answers.filter((answer) => !answer.startsWith("HTTP/1.1 200"))).toEqual([]);
});

test("answers each of 400 pages requested at once: with the page, or when to ask again", {
  tag: "@prove",
}, async () => {
  const head = "GET /sign-in HTTP/1.1\r\nConnection: close";
  const sockets = Array.from({ length: 400 }, () => text(openPartialRequest(head)));
  expect((await fetch(`${portal.url}/api/live`)).status).toBe(200);
  const answers = await Promise.all(sockets);
  const rejected = answers.filter((answer) => !answer.startsWith("HTTP/1.1 200"));
  expect(rejected.length).toBeLessThan(answers.length);
  expect(rejected.filter((answer) => !/^HTTP\/1\.1 503 .*^Retry-After: /ms.test(answer))).toEqual([]);
});

test("limits the memory of incomplete bodies, and accepts a form meanwhile", { tag: "@prove" }, async () => {
  const before = await readMetric("process_resident_memory_bytes");
  const head = (path: string) =>
    `POST ${path} HTTP/1.1\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 4000000`;
  const paths = [`/s/${places.slug}/order`, "/wallet/fund/send"];
  const sockets = paths.flatMap((path) =>
    Array.from({ length: 400 }, () => openPartialRequest(head(path), MEGABYTE)),
  );
  let open = sockets.length;
  for (const socket of sockets)
    socket.resume().once("close", () => {
      open -= 1;
    });
  // The portal rejects bodies that are too long, and closes most unfinished posts when their memory is used up.
  await expect.poll(() => open).toBeLessThan(60);
  const form = {
    method: "POST",
    body: "a=b",
    headers: { "Content-Type": "application/x-www-form-urlencoded", Origin: portal.url },
  };
  expect((await fetch(`${portal.url}/s/${places.slug}/order`, form)).status).toBe(200);
  expect((await readMetric("process_resident_memory_bytes")) - before).toBeLessThan(300 * MEGABYTE.length);
  for (const socket of sockets) socket.destroy();
});
