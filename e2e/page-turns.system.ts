import { readFileSync } from "node:fs";
import { encode } from "next-auth/jwt";
import { expect, test } from "playwright/test";
import { ROOT } from "#bin/root";
import { startFunding } from "#lib/payment/start-funding";
import { type PaymentsSandbox, startPaymentProviders } from "#sandbox/payments/server";
import { type PortalMember, startSystem, type TestSystem } from "./harness.ts";
import { TestAccounts } from "./test-accounts.ts";
import { testResellerCtx } from "./test-purchases.ts";

let payments: PaymentsSandbox;
let system: TestSystem;
let portal: PortalMember;
test.beforeAll(async () => {
  payments = await startPaymentProviders();
  system = await startSystem(payments.variables);
  portal = await system.start({ roles: "web", env: { TRUSTED_PROXIES: "127.0.0.1,::1" } });
});
test.afterAll(async () => {
  await system.close();
  await payments.close();
});

const fromNetwork = (network: number) => ({ "X-Forwarded-For": `203.0.113.${network}` });

/** Finds the id by which a page's script calls an action. */
function findAction(name: string): string {
  const { node } = JSON.parse(readFileSync(`${ROOT}.next/server/server-reference-manifest.json`, "utf8"));
  const actions = Object.entries<{ exportedName?: string }>(node);
  const [id] = actions.find(([, { exportedName }]) => exportedName === name) ?? [];
  if (!id) throw new Error(`There is no action ${name}.`);
  return id;
}

/** Calls an action as a page's script does, with an empty form. */
function callAction(path: string, action: string, headers: Record<string, string>): Promise<Response> {
  const body = new FormData();
  body.set("0", '[null,"$K1"]');
  return fetch(portal.url + path, {
    method: "POST",
    headers: { "Next-Action": action, Accept: "text/x-component", Origin: portal.url, ...headers },
    body,
  });
}

const countWaitingForLock = async () =>
  (await system.database.sql`select from pg_locks where not granted and relation = 'sessions'::regclass`)
    .length;

test("serves the page after 40 actions of 4 networks that hold every turn at once, and a neighbour's", async () => {
  const action = findAction("restartSignInAction");
  const token = { secret: "of no session" };
  const sealed = await encode({ token, secret: process.env.NEXTAUTH_SECRET ?? "" });
  const cookie = { Cookie: `next-auth.session-token=${sealed}` };
  const held = Promise.withResolvers<void>();
  const holding = system.database.sql.begin(async (sql) => {
    await sql`lock table sessions in access exclusive mode`;
    await held.promise;
  });
  const posts = Array.from({ length: 40 }, (_, n) =>
    callAction("/sign-in/code", action, { ...fromNetwork(n % 4), ...cookie }),
  );
  // Those that reached the database wait for its lock, the others for its connections: none gives its turn back.
  await expect.poll(countWaitingForLock).toBeGreaterThan(8);
  const neighbour = fetch(`${portal.url}/sign-in`, { headers: fromNetwork(99) });
  held.resolve();
  await holding;
  for (const response of await Promise.all(posts)) {
    expect(response.headers.get("x-action-redirect")).toBe("/sign-in;push");
    expect(response.headers.get("content-type")).toContain("text/x-component");
    expect(await response.text()).toContain("Sign in");
  }
  expect((await neighbour).status).toBe(200);
  expect(portal.log()).not.toContain("page.slow");
});

test("serves others while every payer waits for a provider that hangs", async () => {
  const payers = 45;
  const people = new TestAccounts(system.database.systemCtx);
  const returns: (() => Promise<Response>)[] = [];
  for (let n = 0; n < payers; n++) {
    const person = await people.reseller();
    const { name, value } = await people.cookie(person);
    const input = { ref: `r${person.id}`, amount: "500.00", provider: "paystack" as const };
    const { reference } = await startFunding(testResellerCtx(system, person), input);
    const headers = { ...fromNetwork(n % 4), Cookie: `${name}=${value}` };
    returns.push(() => fetch(`${portal.url}/wallet/payments/${reference}?back=1`, { headers }));
  }
  await payments.control.do("order", { fault: "slow", route: "verify", times: payers });
  const waiting = returns.map((send) => send());
  const countHanging = async () =>
    (await payments.control.log()).filter(
      (entry) => entry.what === "request" && entry.route === "verify" && entry.status === null,
    ).length;
  await expect.poll(countHanging).toBe(payers);
  const { name, value } = await people.cookie(await people.reseller());
  const headers = { ...fromNetwork(0), Cookie: `${name}=${value}` };
  expect((await fetch(`${portal.url}/home`, { headers })).status).toBe(200);
  expect(await countHanging()).toBe(payers);
  await payments.control.do("release", {});
  for (const response of await Promise.all(waiting)) {
    expect(response.status).toBe(200);
    expect(await response.text()).toContain("Payment");
  }
});
