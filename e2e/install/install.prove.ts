import { execFileSync } from "node:child_process";
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { formatChecksum, packRelease } from "#bin/release/pack-release";
import { openSigningKey, signText } from "#bin/release/signing-key";
import { ROOT } from "#bin/root";
import { CUT_OFF_FILE, spreadPoints } from "#e2e/cut-off/points";
import { type Sandbox, startSandbox } from "#sandbox/server";
import manifest from "../../package.json" with { type: "json" };
import { type BareMachine, startBareMachine } from "./machine.ts";
import { signUpAsOwner } from "./sign-up-as-owner.ts";

// The pages for operators, followed word for word on a bare Debian: what they say is typed as it stands there.

const TEST_TIMEOUT_MS = 7_200_000;
/** The points at which setup and upgrade are cut off. */
const KILLS = Number(process.env.INSTALL_KILLS ?? 20);
const REQUIRED = "apt-get update -q && apt-get install -y -q zstd libatomic1";
const ARCHIVE = `kiosk-${manifest.version}-linux-x64.tar.zst`;
let machine: BareMachine;
let upstream: Sandbox;
let key: string;

beforeAll(async () => {
  [machine, upstream] = await Promise.all([startBareMachine(), startSandbox({ purchasesPerMinute: null })]);
  key = join(machine.root, "../release.key");
  const flags = ["--to", join(machine.root, "root"), "--key", key];
  execFileSync(process.execPath, ["--conditions=react-server", "bin/release.ts", ...flags], { cwd: ROOT });
  cpSync(CUT_OFF_FILE, join(machine.root, "root/preload.mjs"));
}, TEST_TIMEOUT_MS);
afterAll(async () => {
  await machine.close();
  await upstream.close();
}, TEST_TIMEOUT_MS);

/** Reads the commands of a section in the docs, with its placeholders replaced. */
function readCommands(page: string, heading: string): string {
  const text = readFileSync(join(ROOT, "docs/operate", page), "utf8");
  const part = text.split(/^#+ /m).find((section) => section.startsWith(`${heading}\n`)) ?? "";
  const shown = [...part.matchAll(/(?:^ {4}.*\n(?:\n(?= {4}))*)+/gm)].map(([piece]) =>
    piece.replaceAll(/^ {4}/gm, ""),
  );
  expect(shown.length).toBeGreaterThan(0);
  return shown
    .join("\n")
    .replaceAll("https://UPSTREAM", upstream.url)
    .replaceAll("TOKEN", upstream.token)
    .replaceAll("PORTAL", "localhost");
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

const [MAJOR_MINOR = "", PATCH = ""] = manifest.version.split(/\.(?=\d+$)/);
/** Returns a later version, which runs on the same schema. */
const laterVersion = (by: number) => `${MAJOR_MINOR}.${Number(PATCH) + by}`;

/** Makes a release of another version from the one that is installed, signed with the operator's key. */
async function makeVersion(version: string, change: (dir: string) => void = () => {}): Promise<string> {
  const dir = join(machine.root, `../kiosk-${version}`);
  rmSync(dir, { recursive: true, force: true });
  cpSync(join(machine.root, `opt/kiosk-${manifest.version}`), dir, {
    recursive: true,
    verbatimSymlinks: true,
  });
  writeFileSync(join(dir, "package.json"), JSON.stringify({ ...manifest, version }));
  change(dir);
  const file = join(machine.root, `root/kiosk-${version}-linux-x64.tar.zst`);
  await packRelease(dir, file, 0);
  await signRelease(file);
  return `/root/${basename(file)}`;
}

async function signRelease(file: string): Promise<void> {
  const checksum = await formatChecksum(file);
  writeFileSync(`${file}.sha256`, checksum);
  writeFileSync(`${file}.sha256.sig`, signText(checksum, openSigningKey(key)));
}

const CUT_COUNT = "/root/events";

/** Starts a command with what e2e/cut-off/preload.mjs reads, in a process group of its own. */
const startCut = (command: string, cut: string) =>
  machine.type(
    `export NODE_OPTIONS=--import=/root/preload.mjs ${cut}; setsid --wait ${command} > /root/cut.log 2>&1`,
  );

/** Counts the events of an undisturbed command, and chooses those at which to cut it off. */
async function findPoints(command: string): Promise<number[]> {
  await startCut(command, `CUT_COUNT=${CUT_COUNT}`);
  return spreadPoints(Number(readFileSync(join(machine.root, CUT_COUNT), "utf8")), KILLS);
}

/** Cuts off a command and all that it started at an event; one that has fewer ends. */
const cutOff = (command: string, point: number) =>
  startCut(command, `CUT_AT=${point}`).then(
    () => console.log(`${command} had fewer than ${point} events`),
    () => {},
  );

async function measure<T>(work: () => Promise<T>): Promise<[T, number]> {
  const began = performance.now();
  const result = await work();
  return [result, (performance.now() - began) / 1_000];
}

test(
  "a bare Debian becomes a portal that sells, is upgraded, comes back, and is removed",
  async () => {
    const commands = readCommands("install.md", "Install");
    const [said, seconds] = await measure(() => machine.type(`cd /root\n${commands}`));
    const words = commands.split(/\s+/).filter(Boolean).length;
    const link = /https:\/\/localhost\/welcome\/owner\/\S+/.exec(said)?.[0] ?? "";
    await signUpAsOwner(link);
    console.log(`${Math.round(seconds)} s, ${commands.trim().split("\n").length} commands, ${words} words`);
    expect(JSON.parse(await machine.type("kiosk admin list --json")).admins).toMatchObject([
      { email: "owner@kiosk.test", role: { name: "Owner" } },
    ]);
    expect(await machine.type("kiosk doctor")).toContain("No problems.");

    await machine.type("apt-get install -y -q curl && kiosk catalogue sync");
    await machine.type("kiosk reseller add --email first@example.com --name First --level api");
    await machine.type("kiosk wallet credit --email first@example.com --amount 10000 --reason trial");
    const { token } = JSON.parse(
      await machine.type("kiosk token create --email first@example.com --name trial --json"),
    );
    await expectSale(token, "first");

    const backups = join(machine.root, "var/backups/kiosk");
    expect(readdirSync(backups)).toHaveLength(1);
    await machine.type("systemctl start kiosk-restore-test.service");
    expect(await machine.type("kiosk setup")).toMatch(
      /^Nothing was missing\. The portal is at https:\/\/localhost\n$/,
    );
    await machine.type(
      "systemctl disable --now kiosk kiosk-database kiosk-backup.timer && rm /usr/local/bin/kiosk /etc/caddy/kiosk.caddy /etc/systemd/system/kiosk.service",
    );
    expect(await machine.type("/opt/kiosk/bin/kiosk setup")).toContain("Done.");
    await expectSale(token, "repaired");

    const next = await makeVersion(laterVersion(1));
    const broken = await makeVersion(laterVersion(2), (dir) =>
      writeFileSync(join(dir, "bin/start.ts"), "process.exit(1);"),
    );
    const upgrade = (file: string) =>
      machine.type(readCommands("upgrade.md", "Upgrade").replace(/--from \S+/, `--from ${file}`));
    writeFileSync(join(machine.root, `${next}.sha256.sig`), signText("another text", openSigningKey(key)));
    await expect(upgrade(next)).rejects.toThrow("The signature is wrong");
    await signRelease(join(machine.root, next));
    expect(await upgrade(next)).toContain(`Kiosk ${laterVersion(1)} runs.`);
    expect(await machine.type("kiosk version")).toBe(`Kiosk ${laterVersion(1)}\n`);
    await expectSale(token, "upgraded");
    await expect(upgrade(broken)).rejects.toThrow(`Kiosk ${laterVersion(1)} runs again`);
    await expectSale(token, "returned");
    expect(await machine.type("kiosk upgrade --back")).toContain(`Kiosk ${manifest.version} runs again`);
    await expectSale(token, "back");
    expect(await machine.type("kiosk check")).toBeTruthy();
    expect(await machine.type("systemctl --failed --no-legend --plain")).not.toContain("kiosk");

    await machine.type("kiosk remove --yes");
    expect(await machine.type(`${await unpackAgain()}/bin/kiosk setup --restore latest`)).toContain(
      "Restoring latest, with sending stopped",
    );
    expect(await machine.type("kiosk doctor")).toContain("No problems.");
    expect(JSON.parse(await machine.type("kiosk admin list --json")).admins).toHaveLength(1);
    await machine.type("kiosk remove --yes");
    expect(await machine.type("find / -xdev -iname '*kiosk*' -not -path '/root/*'")).toMatch(
      /^(\/var\/backups\/kiosk\S*\n)+$/,
    );
    expect(existsSync(join(backups, "portal.env"))).toBe(true);
  },
  TEST_TIMEOUT_MS,
);

/** Unpacks the release as a new machine would. @returns its folder */
async function unpackAgain(): Promise<string> {
  await machine.type(`tar -xf /root/${ARCHIVE} -C /opt`);
  return `/opt/kiosk-${manifest.version}`;
}

const CONFIG = "/etc/kiosk/portal.env";
const setVariable = (name: string, value: string) =>
  `sed -i '/^${name}=/d' ${CONFIG}; echo '${name}=${value}' >> ${CONFIG}`;
const KEPT = "cp -p /root/portal.env";

/** Faults of a machine: how each begins, how it is mended, and doctor's sentence about it. */
const FAULTS: [change: string, mend: string, problem: RegExp][] = [
  ["systemctl stop caddy", "systemctl start caddy", /Caddy isn't running.*systemctl start caddy/],
  [
    "systemctl stop kiosk-database",
    "systemctl start kiosk-database",
    /database can't be reached: .*Check DATABASE_URL/,
  ],
  ["chown root:root /var/backups/kiosk", "chown kiosk:kiosk /var/backups/kiosk", /user kiosk may not write/],
  [setVariable("BACKUP_TO", "/opt"), `${KEPT} ${CONFIG}`, /may not write to \/opt/],
  [
    `install -d -o kiosk /mnt/b; ${setVariable("BACKUP_TO", "/mnt/b")}`,
    `${KEPT} ${CONFIG}`,
    /ReadWritePaths=\/mnt\/b/,
  ],
  [
    `echo '{"to":"/opt/kiosk-9","from":"/opt/kiosk"}' > /opt/kiosk-upgrade.json`,
    "rm /opt/kiosk-upgrade.json",
    /Upgrade: one to \/opt\/kiosk-9 was interrupted/,
  ],
  [
    setVariable("NEXTAUTH_URL", "https://localhost/shop"),
    `${KEPT} ${CONFIG}`,
    /NEXTAUTH_URL: must end after/,
  ],
  [setVariable("UPSTREAM_API_TOKEN", "wrong"), `${KEPT} ${CONFIG}`, /Upstream: .*401.*your token/],
];

test(
  "doctor names each fault of a machine in a sentence, with its solution",
  async () => {
    if (!existsSync(join(machine.root, "usr/local/bin/kiosk")))
      await machine.type(`cd /root\n${readCommands("install.md", "Install")}`);
    await machine.type(`cp -p ${CONFIG} /root/portal.env`);
    for (const [change, mend, problem] of FAULTS) {
      await machine.type(change);
      const said = await machine.type("kiosk doctor 2>&1 || true");
      await machine.type(`${mend}; systemctl restart kiosk`);
      expect(said, change).toMatch(problem);
      expect(said, change).not.toMatch(/^\{/m);
      await machine.type("until kiosk doctor > /dev/null; do sleep 1; done");
    }
  },
  TEST_TIMEOUT_MS,
);

test(
  `setup, cut off at ${KILLS} points, is completed by the next run`,
  async () => {
    const install = `tar -xf /root/${ARCHIVE} -C /opt`;
    const setup =
      readCommands("install.md", "Install")
        .split("\n")
        .find((line) => line.includes("setup")) ?? "";
    const removed = `if test -e /usr/local/bin/kiosk; then kiosk remove --yes --without-backup; fi; ${install}`;
    await machine.type(`${REQUIRED}; ${removed}`);
    for (const point of await findPoints(setup)) {
      await machine.type(removed);
      await cutOff(setup, point);
      await machine.type(setup);
      expect(await machine.type("kiosk doctor"), `cut off at ${point}`).toContain("No problems.");
      console.log(`setup: completed after a cut at event ${point}`);
    }
  },
  TEST_TIMEOUT_MS * 3,
);

test(
  `upgrade, cut off at ${KILLS} points, is completed by the next run`,
  async () => {
    const versions = [1, 2, 3].map(laterVersion);
    const files: string[] = [];
    for (const version of versions) files.push(await makeVersion(version));
    const upgrade = (n: number) => `kiosk upgrade --from ${files[n]}`;
    for (const [n, point] of (await findPoints(upgrade(2))).entries()) {
      const before = await machine.type("readlink -f /opt/kiosk");
      await cutOff(upgrade(n % 2), point);
      expect(await machine.type(upgrade(n % 2))).toMatch(/runs/);
      expect(await machine.type("kiosk version")).toBe(`Kiosk ${versions[n % 2]}\n`);
      expect(await machine.type("readlink -f /opt/kiosk-before")).toBe(before);
      expect(await machine.type("kiosk doctor"), `cut off at ${point}`).toContain("No problems.");
      console.log(`upgrade: completed after a cut at event ${point}`);
    }
  },
  TEST_TIMEOUT_MS * 3,
);
