import { execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { Resolver } from "node:dns/promises";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer as createPlainServer } from "node:http";
import { createServer } from "node:https";
import { type AddressInfo, createServer as createSocketServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { getFreePort } from "#db/embedded/free-port";
import { createTestDatabase } from "#db/testing";
import { recordMaintenanceRun } from "#lib/maintenance/maintenance-runs";
import { readMaintenanceStates } from "#lib/maintenance/maintenance-state";
import { startDnsServer } from "#lib/testing/dns-server";
import { describeMaintenance } from "./check-backups.ts";
import { checkClock } from "./check-clock.ts";
import { checkDatabase } from "./check-database.ts";
import { checkName } from "./check-name.ts";
import { checkPages } from "./check-pages.ts";
import { judgeCaddy, MIN_CADDY } from "./check-proxy.ts";
import { type Finding, formatFinding } from "./checks.ts";

const DOMAIN = "portal.example.com";
const ADDRESS = "8.8.4.4";
const dns = await startDnsServer();
const database = await createTestDatabase();
const dir = mkdtempSync(join(tmpdir(), "portal-doctor-"));
afterAll(async () => {
  dns.close();
  await database.close();
  rmSync(dir, { recursive: true });
});

const show = (...findings: Finding[]) => findings.map(formatFinding).join("\n");

async function findName(
  records: { A?: string[]; AAAA?: string[] },
  options: { local?: string[]; proxies?: string } = {},
) {
  dns.set(DOMAIN, "A", records.A ?? []);
  dns.set(DOMAIN, "AAAA", records.AAAA ?? []);
  const resolver = new Resolver({ timeout: 200, tries: 1 });
  resolver.setServers([dns.address]);
  return show(await checkName({ domain: DOMAIN, resolver, local: [ADDRESS, "2001:4860::1"], ...options }));
}

test("judges every address that DNS has for the portal's name", async () => {
  expect(await findName({ A: [ADDRESS], AAAA: ["2001:4860::1"] })).toMatch(/^ok .* is this machine$/);
  expect(await findName({})).toMatch(/^problem .*Add an A record/);
  expect(await findName({ A: [ADDRESS], AAAA: ["2001:db8::5"] })).toMatch(
    /^problem .*also gives 2001:db8::5.*that AAAA record/,
  );
  expect(await findName({ A: [ADDRESS, "203.0.113.9"] })).toMatch(
    /^problem .*also gives 203\.0\.113\.9.*that A record/,
  );
  expect(await findName({ A: ["203.0.113.9"] })).toMatch(/^warning .*unless your provider forwards/);
  const behindProvider = { local: ["10.0.0.5", "2001:4860::1"] };
  expect(await findName({ A: ["203.0.113.9"], AAAA: ["2001:4860::1"] }, behindProvider)).toMatch(/^warning /);
});

test("recognises a CDN in front, and says how visitors keep their addresses", async () => {
  const cloudflare = { A: ["104.16.1.1", "172.64.9.9"], AAAA: ["2606:4700::1"] };
  expect(await findName(cloudflare, { proxies: "127.0.0.1" })).toMatch(
    /^problem .*TRUSTED_PROXIES=127\.0\.0\.1,cloudflare/,
  );
  expect(await findName(cloudflare, { proxies: "127.0.0.1,cloudflare" })).toMatch(
    /^ok .* behind Cloudflare$/,
  );
});

test("asks DNS and not a file of this machine, and says when DNS is silent", async () => {
  // A machine's own name is in its file of hosts.
  expect(await findName({ A: [ADDRESS] }, { local: ["127.0.1.1", ADDRESS] })).toMatch(/^ok /);
  dns.silence(DOMAIN);
  expect(await findName({ A: [ADDRESS] })).toMatch(
    /^warning .*DNS can't be asked: the name server doesn’t respond/,
  );
});

async function listen(server: Server): Promise<number> {
  await once(server.listen(0), "listening");
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

test("says of pages whether it is the proxy, its certificate or the portal", async () => {
  expect(show(await checkPages("localhost", await getFreePort()))).toMatch(
    /^problem .*systemctl start caddy/,
  );
  // What Caddy sends without a certificate for the name: the alert "internal error".
  const withoutCertificate = createSocketServer((socket) =>
    socket.once("data", () => socket.end(Buffer.from([21, 3, 3, 0, 2, 2, 80]))),
  );
  expect(show(await checkPages("localhost", await listen(withoutCertificate)))).toMatch(
    /^problem .*no certificate for this name yet\. Open ports 80 and 443.*authority's reply/,
  );
  const files = ["key.pem", "cert.pem"].map((name) => join(dir, name));
  const [key = "", cert = ""] = files;
  const made = [
    "req",
    "-x509",
    "-newkey",
    "rsa:2048",
    "-nodes",
    "-keyout",
    key,
    "-out",
    cert,
    "-subj",
    "/CN=localhost",
  ];
  execFileSync("openssl", made, { stdio: "ignore" });
  const options = { key: readFileSync(key), cert: readFileSync(cert) };
  const away = createServer(options, (_request, response) => response.writeHead(502).end());
  expect(show(await checkPages("localhost", await listen(away)))).toMatch(/^problem .*HTTP 502/);
  const ready = createServer(options, (_request, response) => response.end("ready"));
  expect(show(await checkPages("localhost", await listen(ready)))).toMatch(
    /^ok .*asked from this machine.*on a phone without Wi-Fi/,
  );
  expect(show(await checkPages("127.0.0.1", await listen(createServer(options))))).toMatch(
    /^problem .*certificate is self-signed/,
  );
  expect(show(await checkPages("nowhere.invalid"))).toMatch(/^problem .*name can’t be found/);
});

test("compares the clock with every service, and names the one whose clock is wrong", async () => {
  const startClock = async (aheadS: number) => {
    const server = createPlainServer((_request, response) => {
      response.setHeader("Date", new Date(Date.now() + aheadS * 1_000).toUTCString());
      response.end();
    });
    return `http://127.0.0.1:${await listen(server)}`;
  };
  const [right, other, wrong] = await Promise.all([startClock(0), startClock(1), startClock(200)]);
  expect(show(await checkClock([right, other]))).toMatch(/^ok .*right$/);
  expect(show(await checkClock([right, other, wrong]))).toMatch(
    /^warning .*by (199|200|201) s from that of 127\.0\.0\.1:\d+ only/,
  );
  expect(show(await checkClock([wrong]))).toMatch(/^problem .*timedatectl/);
  expect(show(await checkClock(["http://127.0.0.1:1"]))).toMatch(/^ok .*not compared/);
});

test("says of the database why it can't be reached, and what harms it", async () => {
  expect(show(...(await checkDatabase(`postgres://a@127.0.0.1:${await getFreePort()}/b`)))).toMatch(
    /^problem .*can't be reached: the address rejects connections\. Check DATABASE_URL\.$/,
  );
  expect(show(...(await checkDatabase(`${database.url}?sslfoo=1`)))).toMatch(
    /^problem .*parameter sslfoo of DATABASE_URL/,
  );
  await database.sql`update pg_database set datcollversion = '2.31' where datname = current_database()`;
  expect(show(...(await checkDatabase(database.url)))).toMatch(/^problem .*REINDEX DATABASE/m);
});

test("says that the last backup failed, or that none succeeded for too long", async () => {
  const ctx = { ...database.systemCtx };
  const describe = async () => {
    const [state] = (await readMaintenanceStates(ctx)).filter(({ kind }) => kind === "backup");
    return (state && describeMaintenance(state, "kiosk backup")) ?? "";
  };
  const note = (ok: boolean, summary: string) =>
    recordMaintenanceRun(ctx, { kind: "backup", beganAt: new Date(), ok, summary });
  await note(true, randomUUID());
  expect(await describe()).toBe("");
  await note(false, "The disk is full.");
  expect(await describe()).toBe("the last one failed: The disk is full. Then run kiosk backup");
  await note(true, randomUUID());
  await database.sql`update maintenance_runs set ended_at = now() - interval '27 hours'`;
  expect(await describe()).toMatch(/^none succeeded for too long/);
});

test("warns of a Caddy with known holes", () => {
  expect(show(judgeCaddy("2.6.2"))).toMatch(/^warning .*2\.6\.2: 2\.11\.7 closes known holes/);
  for (const version of [`v${MIN_CADDY} h1:abc=`, "v2.12.0", "v3.0.1"])
    expect(judgeCaddy(version).problem).toBeUndefined();
});
