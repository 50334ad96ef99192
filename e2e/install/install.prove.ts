import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ROOT } from "#bin/root";
import { openPool } from "#db/driver/open-pool";
import { getFreePort } from "#db/embedded/free-port";
import { testDatabaseUrl } from "#db/testing/template";
import { type Sandbox, startSandbox } from "#sandbox/server";
import { type BareMachine, startBareMachine } from "./machine.ts";

// The pages for operators, followed word for word on a bare Debian: what they say is typed as it stands there.

const TEST_TIMEOUT_MS = 3_600_000;
const PASSWORD = "a-database-password";
let machine: BareMachine;
let port: number;
let upstream: Sandbox;

beforeAll(async () => {
  [machine, upstream, port] = await Promise.all([
    startBareMachine(),
    startSandbox({ purchasesPerMinute: null }),
    getFreePort(),
  ]);
  execFileSync("git", ["clone", "--quiet", "--bare", ROOT, join(machine.root, "srv/kiosk.git")]);
}, TEST_TIMEOUT_MS);
afterAll(async () => {
  await machine.close();
  await upstream.close();
  const server = openPool(testDatabaseUrl("postgres"), { max: 1 });
  await server.unsafe("drop database if exists kiosk with (force)");
  await server.unsafe("drop role if exists kiosk");
  await server.end();
}, TEST_TIMEOUT_MS);

/** Reads the commands of a section in the docs, one text for each code block, with its placeholders replaced. */
function readCommands(page: string, heading: string): string[] {
  const text = readFileSync(join(ROOT, "docs/operate", page), "utf8");
  const part = text.split(/^#+ /m).find((section) => section.startsWith(`${heading}\n`)) ?? "";
  const shown = [...part.matchAll(/(?:^ {4}.*\n(?:\n(?= {4}))*)+/gm)].map(([piece]) =>
    piece.replaceAll(/^ {4}/gm, ""),
  );
  expect(shown.length).toBeGreaterThan(0);
  return shown.map((piece) =>
    piece
      .replaceAll("ADDRESS-OF-THIS-REPOSITORY", "/srv/kiosk.git")
      .replaceAll("127.0.0.1/kiosk", `${new URL(testDatabaseUrl("")).host}/kiosk`)
      // The network is this machine's, where another process may have the usual port.
      .replaceAll("127.0.0.1:3000", `127.0.0.1:${port}`)
      .replaceAll("TRUSTED_PROXIES=127.0.0.1", `TRUSTED_PROXIES=127.0.0.1\nPORT=${port}`)
      .replaceAll("https://UPSTREAM", upstream.url)
      .replaceAll("UPSTREAM_API_TOKEN=TOKEN", `UPSTREAM_API_TOKEN=${upstream.token}`)
      .replaceAll("PASSWORD", PASSWORD)
      .replaceAll("PORTAL/", "localhost/")
      .replaceAll(/(?<=https:\/\/)PORTAL/g, "localhost"),
  );
}

const curlCommand = (path: string, more = "") =>
  machine.type(
    `curl --silent --show-error --insecure --retry 40 --retry-all-errors --retry-delay 1 --fail-with-body ${more} https://localhost${path}`,
  );

/** Buys a bundle as a program does, through Caddy, until it is delivered. */
async function expectSale(token: string, ref: string): Promise<void> {
  const order = `--header 'Authorization: Bearer ${token}' --json '{"plan":1,"network":1,"mobile_number":"08031234567"}'`;
  expect(JSON.parse(await curlCommand(`/api/data/${ref}`, order))).toMatchObject({
    data: { Status: "successful" },
  });
}

test(
  "on a bare Debian the documented steps end in a portal that sells, backs itself up, is upgraded and comes back",
  async () => {
    const [, statements = ""] = readCommands("install.md", "PostgreSQL");
    const server = openPool(testDatabaseUrl("postgres"), { max: 1 });
    for (const statement of statements.split(";\n").filter(Boolean)) await server.unsafe(statement);
    await server.end();

    // In one shell: a `cd` applies to the commands after it.
    await machine.type(readCommands("install.md", "By systemd").join("\n"));
    const [addAdmin = ""] = readCommands("install.md", "Create the first admin");
    expect(await machine.type(addAdmin)).toContain("you@example.com");
    await machine.type("apt-get install -y curl");
    expect(await curlCommand("/api/ready")).toBe("ready\n");
    expect(await curlCommand("/sign-in")).toContain("Sign in");

    await machine.type("kiosk catalogue sync");
    await machine.type("kiosk reseller add --email first@example.com --name First --level api");
    await machine.type("kiosk wallet credit --email first@example.com --amount 10000 --reason trial");
    const { token } = JSON.parse(
      await machine.type("kiosk token create --email first@example.com --name trial --json"),
    );
    await expectSale(token, "first");

    const copies = join(machine.root, "var/backups/kiosk");
    await machine.type("systemctl start kiosk-backup.service && systemctl start kiosk-restore-test.service");
    expect(readdirSync(copies)).toHaveLength(1);
    expect(await machine.type("systemctl list-timers --no-legend")).toMatch(
      /kiosk-backup[\s\S]*kiosk-restore-test/,
    );
    expect(await machine.type("kiosk check")).toBeTruthy();

    for (const piece of readCommands("upgrade.md", "Upgrade")) await machine.type(piece);
    expect(existsSync(join(machine.root, "opt/kiosk-before"))).toBe(true);
    await expectSale(token, "after the upgrade".replaceAll(" ", "-"));
    await machine.type("systemctl stop kiosk && systemctl start kiosk");
    await expectSale(token, "after-the-stop");
    expect(await machine.type("kiosk check")).toBeTruthy();
    expect(await machine.type("systemctl --failed --no-legend --plain")).not.toContain("kiosk");
  },
  TEST_TIMEOUT_MS,
);
