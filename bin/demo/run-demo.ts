import { mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { buildIfChanged } from "#bin/build/build-if-changed";
import { ROOT } from "#bin/root";
import { onSignal } from "#bin/start/on-signal";
import { startPortalProcess } from "#bin/start/start-portal-process";
import { withConnection } from "#db/driver/open-pool";
import { startEmbedded } from "#db/embedded";
import { ensureDatabase } from "#db/ensure-database";
import { migrate } from "#db/migrate";
import { muteLog } from "#lib/core/log";
import { SandboxControl } from "#sandbox/control-client";
import { startMailbox } from "#sandbox/mail/server";
import type { PaymentsVerbInputs } from "#sandbox/payments/control";
import type { PaymentsControl } from "#sandbox/payments/control-client";
import { startPaymentProviders } from "#sandbox/payments/server";
import { startPhones } from "#sandbox/phones/server";
import { startSandbox } from "#sandbox/server";
import { type DemoPerson, readDemoKeys } from "./demo-keys.ts";
import { formatDemoScreen } from "./demo-screen.ts";
import { findFreePort } from "./find-free-port.ts";
import { lockDataDir } from "./lock-data-dir.ts";
import { SECOND_SUPPLIER_NAME, setSecondPrices } from "./second-prices.ts";

const DATA_DIR = resolve(process.env.DEMO_DATA || join(ROOT, ".data"));
const LOG_FILE = join(DATA_DIR, "portal.log");

/** Runs the whole portal as a demo. Adds a function to `stops` for each started part. */
export async function runDemo(dev: boolean, stops: (() => unknown)[]): Promise<void> {
  muteLog();
  mkdirSync(DATA_DIR, { recursive: true });
  stops.push(lockDataDir(DATA_DIR));
  let stopping = false;
  onSignal(async () => {
    stopping = true;
    console.log("\nStopping…");
    for (const stop of stops.reverse()) await stop();
  });
  const keys = readDemoKeys(DATA_DIR);
  process.env.NEXTAUTH_SECRET = keys.nextAuthSecret;
  const [DATABASE_URL, sandbox, second, payments, mailbox, phones, port] = await Promise.all([
    startDatabase(stops),
    startUpstreamSandbox(keys.upstreamToken, stops, 4010),
    startSecondSandbox(keys.upstreamToken, stops),
    startPaymentsSandbox(stops),
    startDemoMailbox(stops),
    startDemoPhones(stops),
    choosePort(Number(process.env.PORT || 3000)),
  ]);
  const url = `http://localhost:${port}`;
  await payments.control.do("settings", { webhooks: `${url}/api/payments` });
  phones.sendWebhooksTo(`${url}/api/messages`);
  await restoreDedicatedAccounts(DATABASE_URL, payments.control);
  const variables = {
    DATABASE_URL,
    UPSTREAM_BASE_URL: sandbox.url,
    UPSTREAM_API_TOKEN: keys.upstreamToken,
    NEXTAUTH_SECRET: keys.nextAuthSecret,
    NEXTAUTH_URL: url,
    PORT: String(port),
    // Makes the next two count (lib/core/bounds.ts).
    BOUNDS_FACTOR: "1",
    // The demo's admin signs in with a password alone; a real portal asks its admins for a code as well.
    ADMIN_TWO_FACTOR: "optional",
    // A programmer who tries the API receives webhooks on the same machine.
    WEBHOOK_ALLOW_PRIVATE: "1",
    ...payments.variables,
    ...mailbox.variables,
    ...phones.variables.termii,
  };
  Object.assign(process.env, variables);
  writeFileSync(LOG_FILE, "");
  const [peopled] = await Promise.all([
    ensureDemoAccounts(DATABASE_URL, keys.people, sandbox),
    dev || buildIfChanged(() => console.log("Building the pages, about half a minute…")),
  ]);
  const hasSecond = peopled && (await ensureSecondSupplier(DATABASE_URL, second));
  const portal = await startPortalProcess(variables, LOG_FILE, dev ? ["--dev"] : []);
  stops.push(portal.stop);
  portal.ended.then(() => {
    if (stopping) return;
    console.error(`The portal has ended; ${LOG_FILE} says why.`);
    process.kill(process.pid, "SIGTERM");
  });
  const upstream = { sandbox: sandbox.url, control: sandbox.controlUrl };
  console.log(
    formatDemoScreen({
      url,
      keys,
      peopled,
      ...upstream,
      second: hasSecond ? second.controlUrl : undefined,
      bank: payments.url,
      mailbox: mailbox.url,
      phones: phones.url,
      log: LOG_FILE,
      data: DATA_DIR,
    }),
  );
}

/** Creates the demo's accounts and history in an empty database. @returns whether the database has them. */
async function ensureDemoAccounts(
  url: string,
  people: DemoPerson[],
  { controlUrl }: { controlUrl: string },
): Promise<boolean> {
  const [first] = await withConnection(url, (sql) => sql`select email from accounts order by id limit 1`);
  if (first) return first.email === people[0]?.email;
  // Only a first start needs the portal's service functions.
  const { createDemoAccounts } = await import("./demo-accounts.ts");
  await createDemoAccounts(people, await new SandboxControl(controlUrl).balance());
  return true;
}

/** Starts the server of `DATABASE_URL`, or an embedded one on `.data/postgres`, with the present schema. */
async function startDatabase(stops: (() => unknown)[]): Promise<string> {
  let url = process.env.DATABASE_URL;
  if (!url) {
    const server = await startEmbedded({ dataDir: join(DATA_DIR, "postgres") });
    stops.push(server.stop);
    url = await ensureDatabase(server.url("portal"));
  }
  await migrate(url);
  return url;
}

/** Adds the second sandbox as a supplier, once. @returns whether it is a supplier */
async function ensureSecondSupplier(url: string, second: { url: string; token: string }): Promise<boolean> {
  // Its port may be another one at each start.
  const moved = await withConnection(
    url,
    (sql) =>
      sql`
        update suppliers
        set base_url = ${second.url}
        where id > 1 and name = ${SECOND_SUPPLIER_NAME}
        returning id`,
  );
  if (moved.length > 0) return true;
  const { addSecondSupplier } = await import("./second-supplier.ts");
  await addSecondSupplier(url, second);
  return true;
}

/** Starts the service of a second supplier, with other prices. */
async function startSecondSandbox(mainToken: string, stops: (() => unknown)[]) {
  const sandbox = await startUpstreamSandbox(`${mainToken}-second`, stops, 4020);
  await setSecondPrices(sandbox.control);
  return sandbox;
}

async function startUpstreamSandbox(token: string, stops: (() => unknown)[], from: number) {
  const [port, controlPort] = [await findFreePort(from), await findFreePort(from + 100)];
  const sandbox = await startSandbox({
    port,
    controlPort,
    tokens: [{ token }],
    latencyMs: [700, 1500],
    magic: true,
  });
  stops.push(sandbox.close);
  return sandbox;
}

/** Starts a mail server that receives the portal's emails and forwards nothing. */
async function startDemoMailbox(stops: (() => unknown)[]) {
  const mailbox = await startMailbox({ port: await findFreePort(4410), pagePort: await findFreePort(4510) });
  stops.push(mailbox.close);
  return mailbox;
}

/** Starts a provider of SMS and WhatsApp messages, and the page of its phones. */
async function startDemoPhones(stops: (() => unknown)[]) {
  const phones = await startPhones({ port: await findFreePort(4610), pagePort: await findFreePort(4710) });
  stops.push(phones.close);
  return phones;
}

/** Starts providers that take pretended money. Their webhooks come a moment after the payer's return. */
async function startPaymentsSandbox(stops: (() => unknown)[]) {
  const [port, controlPort] = [await findFreePort(4210), await findFreePort(4310)];
  const settings = { webhookMs: 2_000, haste: 60, refundMs: 5_000, payOutMs: 60_000 };
  const payments = await startPaymentProviders({ port, controlPort, settings });
  stops.push(payments.close);
  return payments;
}

/** Sends the account numbers of earlier starts to the sandbox, which does not store them. */
async function restoreDedicatedAccounts(url: string, bank: PaymentsControl): Promise<void> {
  const accounts = await withConnection(
    url,
    (sql) => sql<PaymentsVerbInputs["keep-account"][]>`
      select provider, owner, email, holder, number from dedicated_accounts where number is not null`,
  );
  for (const account of accounts) await bank.do("keep-account", { ...account });
}

async function choosePort(wanted: number): Promise<number> {
  const port = await findFreePort(wanted);
  if (port !== wanted) console.log(`Port ${wanted} is in use, so the portal uses ${port}.`);
  return port;
}
