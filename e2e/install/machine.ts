import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";

/** A bare Debian 13 with systemd as its process 1, which shares this machine's network and nothing else. */
export interface BareMachine {
  /** Runs lines as root does at its prompt. @throws Error with what they said, when one of them fails. */
  type(lines: string): Promise<string>;
  /** Where its files are. */
  root: string;
  close(): Promise<void>;
}

const CERTIFICATES_DIR = "/usr/local/share/ca-certificates";
const CGROUP_DIRS = ["/sys/fs/cgroup/unified", "/sys/fs/cgroup"];

/** Needs root, debootstrap, and Debian's packages. */
export async function startBareMachine(): Promise<BareMachine> {
  const dir = mkdtempSync(join(tmpdir(), "portal-install-"));
  const root = join(dir, "root");
  const packages = "--include=systemd-sysv,dbus,ca-certificates";
  await readOutput("debootstrap", [
    "--variant=minbase",
    packages,
    "trixie",
    root,
    "http://deb.debian.org/debian",
  ]);
  cpSync("/etc/resolv.conf", join(root, "etc/resolv.conf"), { dereference: true });
  writeFileSync(join(root, "etc/machine-id"), "");
  // As Debian's installer writes it.
  writeFileSync(join(root, "etc/hosts"), "127.0.0.1 localhost\n127.0.1.1 kiosk\n");
  // It trusts whom this machine trusts: a network may have an authority of its own.
  cpSync(CERTIFICATES_DIR, join(root, CERTIFICATES_DIR), { recursive: true });
  await readOutput("chroot", [root, "env", "-i", ...SHELL_COMMAND, "update-ca-certificates"]);
  // Nothing here has to outlive a power cut, and each package would wait for the disk.
  writeFileSync(join(root, "etc/dpkg/dpkg.cfg.d/unsafe-io"), "force-unsafe-io\n");
  const above = CGROUP_DIRS.find((dir) => existsSync(join(dir, "cgroup.procs")));
  if (!above) throw new Error("There is no cgroup2 here, without which systemd does not start.");
  const group = join(above, `portal-install-${process.pid}`);
  mkdirSync(group);
  const outer = spawn("sh", [join(import.meta.dirname, "boot.sh"), root, group], { stdio: "ignore" });
  const pid = await findInitPid(group);
  const inside = ["-t", String(pid), "-m", "-p", "-u", "-i", "-C"];
  const type = (lines: string) =>
    readOutput("nsenter", [...inside, "env", "-i", ...SHELL_COMMAND, "bash", "-ec", lines]);
  while ((await type("systemctl is-system-running || true")).trim() === "starting") await pause(200);
  return {
    root,
    type,
    async close() {
      const gone = once(outer, "exit");
      outer.kill("SIGKILL");
      await gone;
      while (!isGroupRemoved(group)) await pause(100);
      rmSync(dir, { recursive: true });
    },
  };
}

const SHELL_COMMAND = [
  "HOME=/root",
  "LANG=C.UTF-8",
  "DEBIAN_FRONTEND=noninteractive",
  "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
];

async function readOutput(command: string, args: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(command, args, { maxBuffer: 64e6 }).catch((error) => {
    throw new Error(
      `${args.at(-1)}\n${lastCharacters(error.stdout)}${lastCharacters(error.stderr)}${error.code}`,
    );
  });
  return stdout;
}

const lastCharacters = (text: unknown) => String(text ?? "").slice(-3_000);

/** Its process 1, as this machine numbers it, once it answers. */
async function findInitPid(group: string): Promise<number> {
  for (let tries = 300; tries > 0; tries--) {
    const scope = join(group, "init.scope/cgroup.procs");
    const pid = existsSync(scope) ? Number(readFileSync(scope, "utf8").split("\n")[0]) : 0;
    const bus = ["-t", String(pid), "-m", "test", "-S", "/run/dbus/system_bus_socket"];
    if (
      pid > 0 &&
      (await readOutput("nsenter", bus).then(
        () => true,
        () => false,
      ))
    )
      return pid;
    await pause(100);
  }
  throw new Error("systemd did not start.");
}

/** Removes a cgroup and those in it, unless something still dies there. */
function isGroupRemoved(group: string): boolean {
  const inside = readdirSync(group, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  if (!inside.every(({ name }) => isGroupRemoved(join(group, name)))) return false;
  try {
    rmdirSync(group);
    return true;
  } catch {
    return false;
  }
}
