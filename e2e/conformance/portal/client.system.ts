import { execFile, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { ROOT } from "#bin/root";
import {
  ApiError,
  type BuyInput,
  Client,
  ConnectionError,
  RejectedError,
  type Transaction,
  UnknownOutcomeError,
} from "#clients/typescript/src/index";
import { type Fault, startFaultyProxy } from "#e2e/conformance/faulty-proxy";
import { expect, test } from "#e2e/conformance/fixtures";
import type { TestPortal } from "#e2e/conformance/portal-service";

const execFileAsync = promisify(execFile);

const createOrder = (more: Partial<BuyInput> = {}): BuyInput => ({
  ref: randomUUID(),
  plan: 1,
  mobileNumber: "08031234567",
  network: 1,
  ...more,
});

/** Opens an account whose client reaches the portal through a proxy that fails as planned. */
async function openFaultyAccount(portal: TestPortal, test = false) {
  const { url, token } = await portal.open({ test });
  const proxy = await startFaultyProxy(url);
  return {
    proxy,
    token,
    client: new Client({ baseUrl: `${proxy.url}/`, token }),
    direct: new Client({ baseUrl: url, token }),
  };
}

test("reads plans, balance, announcements and purchases with their types", async ({ portal }) => {
  const { url, token } = await portal.open();
  const client = new Client({ baseUrl: url, token });
  const [plan] = await client.listPlans();
  expect(plan).toMatchObject({ id: expect.any(Number), network: expect.any(String) });
  const { data, total_plans } = await client.filterPlans({ mobile_network: 1 });
  expect(data.map(({ id }) => id)).toEqual([1]);
  expect(total_plans).toBeGreaterThan(0);
  expect(await client.readBalance()).toEqual({ balance: "100,000.00", held: "0.00" });
  expect(await client.listAnnouncements()).toEqual([]);
  const refs = ["page-1", "page-2", "page-3"];
  for (const ref of refs) await client.buy(createOrder({ ref }));
  const listed: string[] = [];
  for await (const { ref } of client.iterateTransactions({ limit: 2 })) listed.push(ref);
  expect(listed).toEqual(refs.toReversed());
  expect(await client.readPurchase("page-2")).toMatchObject({ Status: "successful" });
});

const FAULTS: Record<string, Fault[]> = {
  "a lost request": ["lost request"],
  "a lost response": ["lost response", "lost response"],
  "a response that is cut": ["cut response"],
  "429 and 503": [
    { status: 429, headers: { "Retry-After": "1" } },
    { status: 503, headers: { "Retry-After": "0" } },
  ],
  "500 and a gateway's page after the purchase": [{ status: 500 }, "bad gateway"],
  "a full queue": [{ status: 422, headers: { "Retry-After": "0" }, body: { errors: { status: ["Busy"] } } }],
  "pending responses": ["pending", "pending"],
  "all of it": ["pending", "lost response", "lost request", "cut response"],
};

for (const [name, faults] of Object.entries(FAULTS))
  test(`buys once in spite of ${name}`, async ({ portal }) => {
    const { client, direct, proxy } = await openFaultyAccount(portal);
    const order = createOrder();
    proxy.plan(...faults);
    const purchase = await client.buy(order);
    expect(purchase.Status).toBe("successful");
    expect(proxy.requests()).toBe(faults.length + 1);
    expect((await direct.listTransactions()).data).toEqual([expect.objectContaining({ ref: order.ref })]);
    expect(await direct.readBalance()).toEqual({ balance: purchase.balance_after, held: "0.00" });
    expect(await client.buy(order)).toEqual(purchase);
    expect(await direct.readBalance()).toEqual({ balance: purchase.balance_after, held: "0.00" });
    proxy.close();
  });

test("says that the outcome isn't known when the deadline passes, and learns it with the same ref", async ({
  portal,
}) => {
  const { client, direct, proxy } = await openFaultyAccount(portal);
  const order = createOrder();
  proxy.plan("silence", "silence");
  const unknown = await client.buy(order, { deadlineMs: 3_000 }).catch((error: unknown) => error);
  expect(unknown).toBeInstanceOf(UnknownOutcomeError);
  expect(unknown).toMatchObject({ ref: order.ref });
  proxy.plan();
  expect(await client.buy(order)).toMatchObject({ Status: "successful" });
  expect((await direct.listTransactions()).data).toHaveLength(1);
  proxy.close();
});

test("doesn't call a purchase unbought when a lost response is followed by an error", async ({ portal }) => {
  const { client, proxy } = await openFaultyAccount(portal);
  proxy.plan("lost response", { status: 401 });
  await expect(client.buy(createOrder())).rejects.toThrow(UnknownOutcomeError);
  proxy.plan({ status: 401, headers: { "X-Request-Id": "abc" } });
  const denied = await client.buy(createOrder()).catch((error: unknown) => error);
  expect(denied).toBeInstanceOf(ApiError);
  expect(denied).toMatchObject({ status: 401, requestId: "abc" });
  proxy.plan({ status: 429, headers: { "Retry-After": "600" } });
  await expect(client.buy(createOrder())).rejects.toMatchObject({ name: "ApiError", status: 429 });
  proxy.plan("lost response", { status: 429, headers: { "Retry-After": "600" } });
  await expect(client.buy(createOrder())).rejects.toThrow(UnknownOutcomeError);
  proxy.close();
});

test("buys once when the program is killed during the call and calls again", async ({ portal }, info) => {
  const { direct, proxy, token } = await openFaultyAccount(portal);
  const order = createOrder();
  mkdirSync(info.outputDir, { recursive: true });
  const program = join(info.outputDir, "buy.mts");
  const source = `import { Client } from ${JSON.stringify(`${ROOT}clients/typescript/src/index.ts`)};
    await new Client({ baseUrl: process.argv[2], token: process.argv[3] }).buy(${JSON.stringify(order)});`;
  writeFileSync(program, source);
  proxy.plan("silence");
  const handled = proxy.handled();
  const child = spawn(process.execPath, [program, proxy.url, token], { stdio: "inherit" });
  await handled;
  const ended = once(child, "exit");
  child.kill("SIGKILL");
  await ended;
  const purchase = await direct.buy(order);
  expect(purchase.Status).toBe("successful");
  expect((await direct.listTransactions()).data).toHaveLength(1);
  expect(await direct.readBalance()).toEqual({ balance: purchase.balance_after, held: "0.00" });
  proxy.close();
});

test("returns a failed purchase and a pending one, and throws on a rejection", async ({ portal }) => {
  const { url, token } = await portal.open({ test: true });
  const client = new Client({ baseUrl: url, token });
  const buy = (mobileNumber: string, more: Partial<BuyInput> = {}) =>
    client.buy(createOrder({ mobileNumber, ...more }));
  /** A response that came after the deadline leaves the outcome unknown: the same ref asks again, for longer. */
  const buyUntil = (order: BuyInput, deadlineMs: number): Promise<Transaction> =>
    client.buy(order, { deadlineMs }).catch((error: unknown) => {
      if (error instanceof UnknownOutcomeError) return buyUntil(order, deadlineMs * 2);
      throw error;
    });
  expect(await buy("08031230001")).toMatchObject({ Status: "failed" });
  const order = createOrder({ mobileNumber: "08031230019" });
  expect(await buyUntil(order, 1_000)).toMatchObject({ Status: "pending" });
  const rejected = await buy("08031230014").catch((error: unknown) => error);
  expect(rejected).toBeInstanceOf(RejectedError);
  expect(rejected).toMatchObject({
    status: 422,
    requestId: expect.any(String),
    errors: { amount: [expect.stringContaining("Insufficient wallet balance!")] },
  });
  for (const ref of ["", ".", "..", "a/b", "a?b", "a".repeat(65)])
    await expect(buy("08031234567", { ref })).rejects.toThrow(TypeError);
  await expect(client.readPurchase("missing")).rejects.toMatchObject({ status: 404 });
  const wrong = new Client({ baseUrl: url, token: "wrong" });
  await expect(wrong.readBalance()).rejects.toMatchObject({ status: 401, requestId: expect.any(String) });
});

test("repeats reads, and ends at the deadline or when it is aborted", async ({ portal }) => {
  const { client, proxy } = await openFaultyAccount(portal);
  proxy.plan("lost response", { status: 429, headers: { "Retry-After": "0" } }, { status: 503 });
  expect(await client.readBalance()).toMatchObject({ held: "0.00" });
  proxy.plan("silence");
  await expect(client.readBalance({ deadlineMs: 200 })).rejects.toThrow(ConnectionError);
  const controller = new AbortController();
  proxy.plan("silence");
  const reading = client.readBalance({ signal: controller.signal });
  const aborted = expect(reading).rejects.toThrow(ConnectionError);
  await proxy.handled();
  controller.abort();
  await aborted;
  const order = createOrder();
  const requests = proxy.requests();
  await expect(client.buy(order, { signal: AbortSignal.abort() })).rejects.toThrow("aborted");
  expect(proxy.requests()).toBe(requests);
  proxy.close();
});

test("doesn't follow a redirect, which would lose the purchase's body", async ({ portal }) => {
  const { client, proxy } = await openFaultyAccount(portal);
  proxy.plan({ status: 301, headers: { Location: "/elsewhere" } });
  await expect(client.buy(createOrder())).rejects.toThrow("set baseUrl to its target");
  expect(proxy.requests()).toBe(1);
  proxy.close();
});

test(
  "is served as a package with its types and nothing else, and buys from it",
  { tag: "@prove" },
  async ({ portal }, info) => {
    const { url, token } = await portal.open();
    const dir = info.outputDir;
    mkdirSync(join(dir, "node_modules/data-portal-client"), { recursive: true });
    const pack = await fetch(new URL("/data-portal-client.tgz", url));
    writeFileSync(join(dir, "client.tgz"), Buffer.from(await pack.arrayBuffer()));
    const list = await execFileAsync("tar", ["-tzf", "client.tgz"], { cwd: dir });
    const paths = list.stdout.trim().split("\n");
    expect(paths.filter((path) => !/^package\/dist\/[\w-]+\.(js|d\.ts)$/.test(path)).sort()).toEqual([
      "package/LICENSE",
      "package/README.md",
      "package/package.json",
    ]);
    const unpack = ["-xzf", "client.tgz", "--strip-components=1", "-C", "node_modules/data-portal-client"];
    await execFileAsync("tar", unpack, { cwd: dir });
    const [example = ""] = /(?<=```js\n)[\s\S]*?(?=```)/.exec(readReadme()) ?? [];
    writeFileSync(join(dir, "example.mjs"), example);
    const env = { ...process.env, PORTAL: url, TOKEN: token };
    const bought = await execFileAsync(process.execPath, ["example.mjs"], { cwd: dir, env });
    expect(bought.stdout).toContain("successful");
  },
);

const readReadme = () => readFileSync(`${ROOT}clients/typescript/README.md`, "utf8");
