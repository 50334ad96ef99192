import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { ROOT } from "#bin/root";
import { withConnection } from "#db/driver/open-pool";
import { readContent } from "#lib/maintenance/backup/restore-backup";
import { isFree } from "./checks.ts";
import { type Config, completeConfig, listMissing, readConfig } from "./config.ts";
import {
  chooseDatabase,
  DATABASE_UNIT,
  DATABASE_USER,
  getDatabaseKind,
  isReachable,
  makeDatabase,
} from "./database.ts";
import {
  hasUser,
  isActive,
  KEPT_CONFIG,
  PLACES,
  pointLink,
  readIfThere,
  run,
  runAsPortal,
  succeeds,
  writeWhole,
} from "./machine.ts";
import { CADDY, makeSiteStep } from "./proxy-steps.ts";
import { isReady, waitUntilReady } from "./ready.ts";
import { RELEASE } from "./release-step.ts";
import type { Settings } from "./settings.ts";

/** A part of an installation, which can be missing. */
export interface Step {
  /** Returns the next action, or undefined where nothing is missing. */
  plan(): string | undefined | Promise<string | undefined>;
  make(): void | Promise<void>;
}

export interface SetupOptions {
  settings: Settings;
  /** The address of the operator's own database. */
  database: string | undefined;
  proxy: boolean;
  /** The backup that an empty portal begins with. */
  restore: string | undefined;
}

/** The units that setup starts beside the database. */
export const UNITS = ["kiosk.service", "kiosk-backup.timer", "kiosk-restore-test.timer"];

/** Lists the parts of an installation in their order. */
export const listSteps = (options: SetupOptions): Step[] => [
  RELEASE,
  COMMAND,
  makeUserStep("kiosk"),
  makeConfigStep(options),
  DATABASE_USER_STEP,
  BACKUP_FOLDER,
  UNIT_FILES,
  DATABASE,
  ...(options.restore ? [makeRestoreStep(options.restore)] : []),
  ENABLED,
  ...(options.proxy ? [CADDY, makeSiteStep(options.settings)] : []),
  READY,
  FIRST_BACKUP,
];

const COMMAND: Step = {
  plan: () => (existsSync(PLACES.command) ? undefined : `Making the command ${PLACES.command}`),
  make: () => pointLink(PLACES.command, `${PLACES.current}/bin/kiosk`),
};

const makeUserStep = (name: string, isWanted = () => true): Step => ({
  plan: () => (hasUser(name) || !isWanted() ? undefined : `Making the user ${name}`),
  make: () =>
    void run("useradd", [
      "--system",
      "--user-group",
      "--home-dir",
      "/nonexistent",
      "--no-create-home",
      "--shell",
      "/usr/sbin/nologin",
      name,
    ]),
});

const DATABASE_USER_STEP = makeUserStep(DATABASE_USER, () => existsSync(PLACES.database));

const OF_ONE_MACHINE = ["DATABASE_URL", "DATABASE_REPLICA_URL", "PORT"];

/** The secrets are made here; a later run adds only variables that are missing. */
function makeConfigStep({ settings, database }: SetupOptions): Step {
  // With those of a removed installation, or of another machine, its backups can be restored.
  const previous = readConfig(KEPT_CONFIG);
  const carried = Object.entries(previous).filter(([name]) => !OF_ONE_MACHINE.includes(name));
  const makeSecret = (name: string) => previous[name] || randomBytes(32).toString("base64");
  const wanted = {
    TRUSTED_PROXIES: "127.0.0.1",
    BACKUP_TO: PLACES.backups,
    // A variable that is removed later stays so.
    ...(!existsSync(PLACES.config) && (Object.fromEntries(carried) as Config)),
    DATABASE_URL: "",
    UPSTREAM_BASE_URL: settings.upstream,
    UPSTREAM_API_TOKEN: settings.token,
    NEXTAUTH_URL: `https://${settings.domain}`,
    NEXTAUTH_SECRET: makeSecret("NEXTAUTH_SECRET"),
    BACKUP_KEY: makeSecret("BACKUP_KEY"),
  };
  return {
    plan() {
      const missing = listMissing(readConfig(), wanted);
      return missing.length > 0 ? `Writing ${missing.join(", ")} to ${PLACES.config}` : undefined;
    },
    async make() {
      mkdirSync(dirname(PLACES.config), { recursive: true });
      run("chown", ["root:kiosk", dirname(PLACES.config)]);
      run("chmod", ["0750", dirname(PLACES.config)]);
      const port = await findPagePort(3000);
      const isNew = listMissing(readConfig(), { PORT: "" }).length > 0 && !existsSync(PLACES.config);
      completeConfig({
        ...wanted,
        DATABASE_URL: readConfig().DATABASE_URL ?? (await chooseDatabase(database)),
        ...(isNew && port !== 3000 && { PORT: String(port) }),
      });
    },
  };
}

async function findPagePort(port: number): Promise<number> {
  return (await isFree(port, "127.0.0.1")) ? port : findPagePort(port + 1);
}

/** Backups that a removed installation left behind become this one's. */
const BACKUP_FOLDER: Step = {
  plan() {
    if (readConfig().BACKUP_TO !== PLACES.backups) return undefined;
    const isOwn =
      existsSync(PLACES.backups) && statSync(PLACES.backups).uid === Number(run("id", ["-u", "kiosk"]));
    return isOwn ? undefined : `Making the folder ${PLACES.backups}`;
  },
  make() {
    run("install", ["-d", "-m", "0700", PLACES.backups]);
    run("chown", ["-R", "kiosk:kiosk", PLACES.backups]);
  },
};

/** Lists the unit files of a release that this machine uses, where they differ from those in use. */
function listDifferingUnits(root: string): string[] {
  const names = readdirSync(join(root, "ops/systemd"));
  const used = names.filter((name) => name !== DATABASE_UNIT || existsSync(PLACES.database));
  const read = (dir: string, name: string) => readIfThere(join(dir, name));
  return used.filter((name) => read(PLACES.units, name) !== read(join(root, "ops/systemd"), name));
}

/** Installs the unit files of a release. */
export function installUnits(root: string): void {
  for (const name of listDifferingUnits(root))
    writeWhole(join(PLACES.units, name), readFileSync(join(root, "ops/systemd", name), "utf8"), 0o644);
  run("systemctl", ["daemon-reload"]);
}

const UNIT_FILES: Step = {
  plan() {
    const differing = listDifferingUnits(ROOT);
    return differing.length > 0 ? `Writing ${differing.join(", ")} to ${PLACES.units}` : undefined;
  },
  make: () => installUnits(ROOT),
};

const DATABASE: Step = {
  async plan() {
    const { DATABASE_URL = "" } = readConfig();
    const kind = getDatabaseKind(DATABASE_URL);
    if (kind === "embedded" && !isActive(DATABASE_UNIT))
      return `Starting a PostgreSQL of its own in ${PLACES.database}`;
    if (await isReachable(DATABASE_URL)) return undefined;
    return kind === "local"
      ? "Making the role and the database kiosk in this machine's PostgreSQL"
      : "Making the database";
  },
  make: () => makeDatabase(readConfig().DATABASE_URL ?? ""),
};

/** Fills an empty portal from a backup before it starts. */
const makeRestoreStep = (from: string): Step => ({
  async plan() {
    const content = await withConnection(readConfig().DATABASE_URL ?? "", readContent);
    return content === undefined ? `Restoring ${from}, with sending stopped` : undefined;
  },
  make: () => void runAsPortal(["restore", "--from", from, "--aside"]),
});

const ENABLED: Step = {
  plan() {
    const missing = UNITS.filter(
      (unit) => !isActive(unit) || !succeeds("systemctl", ["is-enabled", "--quiet", unit]),
    );
    return missing.length > 0 ? `Starting ${missing.join(", ")}` : undefined;
  },
  make: () => void run("systemctl", ["enable", "--now", ...UNITS]),
};

const READY: Step = {
  plan: async () => ((await isReady()) ? undefined : "Waiting for the portal"),
  make: waitUntilReady,
};

const FIRST_BACKUP: Step = {
  async plan() {
    const { DATABASE_URL = "", BACKUP_TO } = readConfig();
    const [done] = await withConnection(
      DATABASE_URL,
      (sql) => sql`select from maintenance_runs where kind = 'backup' and ok limit 1`,
    );
    return done ? undefined : `Making the first backup in ${BACKUP_TO}`;
  },
  make: () => void run("systemctl", ["start", "kiosk-backup.service"]),
};
