import { mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { open } from "#db/driver";
import { startEmbedded } from "#db/embedded";
import { ensureDatabase } from "#db/ensure-database";
import { migrate } from "#db/migrate";
import { SandboxControl } from "#sandbox/control-client";
import { startMailbox } from "#sandbox/mail/server";
import type { Inputs } from "#sandbox/payments/control";
import type { PaymentsControl } from "#sandbox/payments/control-client";
import { startPayments } from "#sandbox/payments/server";
import { startSandbox } from "#sandbox/server";
import { buildIfChanged } from "../build/build-if-changed.ts";
import { ROOT } from "../root.ts";
import { onSignal } from "../start/on-signal.ts";
import { portalProcess } from "../start/portal-process.ts";
import { freePort } from "./free-port.ts";
import { demoKeys, type Person } from "./keys.ts";
import { onlyOne } from "./only-one.ts";
import { screen } from "./screen.ts";

/** Where everything of the demo stays. */
const DATA = resolve(process.env.DEMO_DATA || join(ROOT, ".data"));
const LOG = join(DATA, "portal.log");

/** The whole portal for somebody who wants to see it. Whatever it starts goes onto `stops`. */
export async function runDemo(dev: boolean, stops: (() => unknown)[]): Promise<void> {
  mkdirSync(DATA, { recursive: true });
  stops.push(onlyOne(DATA));
  let stopping = false;
  onSignal(async () => {
    stopping = true;
    console.log("\nStopping…");
    for (const stop of stops.reverse()) await stop();
  });
  const keys = demoKeys(DATA);
  process.env.NEXTAUTH_SECRET = keys.nextAuthSecret;
  const [DATABASE_URL, sandbox, payments, mailbox, port] = await Promise.all([
    openDatabase(stops),
    openSandbox(keys.upstreamToken, stops),
    openPayments(stops),
    openMailbox(stops),
    portOf(Number(process.env.PORT || 3000)),
    dev || buildIfChanged(() => console.log("Building the pages, about half a minute…")),
  ]);
  const url = `http://localhost:${port}`;
  await payments.control.do("settings", { notices: `${url}/api/payments` });
  await keepAccounts(DATABASE_URL, payments.control);
  const variables = {
    DATABASE_URL,
    UPSTREAM_BASE_URL: sandbox.url,
    UPSTREAM_API_TOKEN: keys.upstreamToken,
    NEXTAUTH_SECRET: keys.nextAuthSecret,
    NEXTAUTH_URL: url,
    PORT: String(port),
    // One command and a password lead to the desk here; a portal that sells asks its admins for a code as well.
    ADMIN_TWO_FACTOR: process.env.ADMIN_TWO_FACTOR || "optional",
    ...payments.variables,
    ...mailbox.variables,
  };
  Object.assign(process.env, variables);
  writeFileSync(LOG, "");
  const peopled = await settlePeople(DATABASE_URL, keys.people, sandbox);
  const portal = await portalProcess(variables, LOG, dev ? ["--dev"] : []);
  stops.push(portal.stop);
  portal.ended.then(() => {
    if (stopping) return;
    console.error(`The portal has ended; ${LOG} says why.`);
    process.kill(process.pid, "SIGTERM");
  });
  const upstream = { sandbox: sandbox.url, control: sandbox.controlUrl };
  console.log(
    screen({
      url,
      keys,
      peopled,
      ...upstream,
      bank: payments.url,
      mailbox: mailbox.url,
      log: LOG,
      data: DATA,
    }),
  );
}

/** Puts the demo's people and their past into an empty database. Returns whether they are the ones in it. */
async function settlePeople(
  url: string,
  people: Person[],
  { controlUrl }: { controlUrl: string },
): Promise<boolean> {
  const sql = open(url, { max: 1 });
  try {
    const [first] = await sql`select email from accounts order by id limit 1`;
    if (first) return first.email === people[0]?.email;
  } finally {
    await sql.end({ timeout: 1 });
  }
  // With the verbs of the portal, which only a first start has to load.
  const { createPeople } = await import("./people.ts");
  await createPeople(people, await new SandboxControl(controlUrl).balance());
  return true;
}

/** The server of `DATABASE_URL`, or an embedded one on `.data/postgres`, with the present schema. */
async function openDatabase(stops: (() => unknown)[]): Promise<string> {
  let url = process.env.DATABASE_URL;
  if (!url) {
    const server = await startEmbedded({ dataDir: join(DATA, "postgres") });
    stops.push(server.stop);
    url = await ensureDatabase(server.url("portal"));
  }
  await migrate(url);
  return url;
}

async function openSandbox(token: string, stops: (() => unknown)[]) {
  const [port, controlPort] = [await freePort(4010), await freePort(4110)];
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

/** What takes the portal's mail; it sends nothing on. */
async function openMailbox(stops: (() => unknown)[]) {
  const mailbox = await startMailbox({ port: await freePort(4410), pagePort: await freePort(4510) });
  stops.push(mailbox.close);
  return mailbox;
}

/** Where visitors pay with pretended money. Its notices come a moment after the payer is back. */
async function openPayments(stops: (() => unknown)[]) {
  const [port, controlPort] = [await freePort(4210), await freePort(4310)];
  const settings = { noticeMs: 2_000, haste: 60, refundMs: 5_000, payOutMs: 60_000 };
  const payments = await startPayments({ port, controlPort, settings });
  stops.push(payments.close);
  return payments;
}

/** The account numbers of earlier starts, of which the sandbox knows nothing. */
async function keepAccounts(url: string, bank: PaymentsControl): Promise<void> {
  const sql = open(url, { max: 1 });
  try {
    const kept = await sql<Kept[]>`
      select provider, owner, email, holder, number from payment_accounts where number is not null`;
    for (const account of kept) await bank.do("keep-account", { ...account });
  } finally {
    await sql.end({ timeout: 1 });
  }
}
type Kept = Inputs["keep-account"];

async function portOf(wanted: number): Promise<number> {
  const port = await freePort(wanted);
  if (port !== wanted) console.log(`Port ${wanted} is taken, so the portal takes ${port}.`);
  return port;
}
