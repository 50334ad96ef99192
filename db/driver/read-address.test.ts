import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { TLSSocket } from "node:tls";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { listIgnoredParameters } from "#lib/core/database-parameters";
import { createTestDatabase } from "../testing.ts";
import { openPool, withConnection } from "./open-pool.ts";

const base = await createTestDatabase();
const dir = mkdtempSync(join(tmpdir(), "portal-tls-"));
const [key, cert] = ["key.pem", "cert.pem"].map((name) => join(dir, name)) as [string, string];
const subject = ["-subj", "/CN=another.example", "-days", "2"];
execFileSync(
  "openssl",
  ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", key, "-out", cert, ...subject],
  {
    stdio: "ignore",
  },
);
afterAll(async () => {
  await base.close();
  rmSync(dir, { recursive: true });
});

const connectWith = (query: string) => withConnection(`${base.url}?${query}`, (sql) => sql`select 1 as one`);

test.each([
  "channel_binding=require",
  "pgbouncer=true&connection_limit=5&schema=public",
  "target_session_attrs=read-write",
  "sslmode=disable&sslrootcert=/nowhere.pem",
  "application_name=mine&options=-c%20work_mem%3D5MB",
])("connects with %s, as providers show it", async (query) => {
  expect(await connectWith(query)).toEqual([{ one: 1 }]);
});

test("passes the server's own parameters on, and turns its machine code off", async () => {
  await base.sql.unsafe(`alter database ${base.url.split("/").at(-1)} set jit = on`);
  const read = `select current_setting('work_mem') as memory, current_setting('jit') as jit`;
  expect(await withConnection(`${base.url}?work_mem=5MB`, (sql) => sql.unsafe(read))).toEqual([
    { memory: "5MB", jit: "off" },
  ]);
});

test("lists parameters without effect, but not what the portal does anyway", () => {
  const url = `${base.url}?sslmode=require&channel_binding=require&target_session_attrs=read-write&schema=shop`;
  expect(listIgnoredParameters(url)).toEqual(["channel_binding", "schema"]);
});

/** A server that agrees to TLS with the certificate above, and then hears what the client says. */
async function startTlsServer(): Promise<{ url: string; heard: Promise<string> }> {
  const heard = Promise.withResolvers<string>();
  const server = createServer((socket) => {
    socket.once("data", () => {
      socket.write("S");
      const secure = new TLSSocket(socket, {
        isServer: true,
        key: readFileSync(key),
        cert: readFileSync(cert),
      });
      secure.on("error", () => {});
      secure.once("data", (bytes) => {
        heard.resolve(`${bytes}`);
        secure.destroy();
      });
    });
    socket.on("error", () => {});
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => void server.close());
  return {
    url: `postgres://portal@127.0.0.1:${(server.address() as AddressInfo).port}/portal`,
    heard: heard.promise,
  };
}

async function startSession(query: string) {
  const { url, heard } = await startTlsServer();
  const sql = openPool(`${url}?${query}`, { max: 1 });
  onTestFinished(() => sql.end({ timeout: 0 }));
  const failed = sql`select 1`.then(
    () => "",
    (error: Error) => error.message,
  );
  return Promise.race([heard.then(() => "a session begins"), failed]);
}

test("requires the certificate of sslrootcert, and its name only with verify-full", async () => {
  const root = `sslrootcert=${encodeURIComponent(cert)}`;
  expect(await startSession(`sslmode=require&${root}`)).toBe("a session begins");
  expect(await startSession(`sslmode=verify-ca&${root}`)).toBe("a session begins");
  expect(await startSession(`sslmode=verify-full&${root}`)).toMatch(/does not match/);
  expect(await startSession("sslmode=require")).toBe("a session begins");
  expect(await startSession("sslmode=require&sslrootcert=system")).toMatch(/self-signed/);
  await expect(startSession("sslmode=require&sslrootcert=/nowhere.pem")).rejects.toThrow(
    "sslrootcert names /nowhere.pem, which can't be read",
  );
});
