import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { ROOT } from "#bin/root";
import { getFreePort } from "#db/embedded/free-port";

export type ProxyName = "caddy" | "haproxy";

export interface Proxy {
  /** The port of HTTPS, by which Caddy serves domains of shops. */
  tlsPort: number;
  /** The file of the authority by which Caddy's certificates are valid. */
  authority: string;
  /** Sends SIGKILL. */
  close(): Promise<void>;
}

const readConfiguration = (file: string) => readFileSync(join(ROOT, "ops", file), "utf8");

/** Starts one of Debian's proxies with the configuration of `ops` on `port`, in front of the processes at `ports`. */
export async function startProxy(name: ProxyName, port: number, ports: readonly number[]): Promise<Proxy> {
  const dir = mkdtempSync(join(tmpdir(), "portal-proxy-"));
  const tlsPort = await getFreePort();
  const command = name === "caddy" ? await writeCaddyfile(dir) : writeHaproxyFile(dir);
  const child = spawn(name, command, {
    env: {
      ...process.env,
      HOME: dir,
      KIOSK_ADDRESS: `http://localhost:${port}`,
      KIOSK_PROCESSES: ports.map((processPort) => `127.0.0.1:${processPort}`).join(" "),
    },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const ended = once(child, "exit");
  await Promise.race([
    waitUntilReady(port),
    ended.then(() => Promise.reject(new Error(`${name} does not start.`))),
  ]);
  return {
    tlsPort,
    authority: join(dir, ".local/share/caddy/pki/authorities/local/root.crt"),
    async close() {
      child.kill("SIGKILL");
      await ended;
      rmSync(dir, { recursive: true });
    },
  };

  /** The file itself, with the options of a Caddy that is not the only one on its machine and has no public names. */
  async function writeCaddyfile(dir: string): Promise<string[]> {
    const file = join(dir, "Caddyfile");
    const options = [
      `admin 127.0.0.1:${await getFreePort()}`,
      "log {\n\t\tlevel ERROR\n\t}",
      `http_port ${await getFreePort()}`,
      `https_port ${tlsPort}`,
      "local_certs",
      "skip_install_trust",
    ];
    const text = readConfiguration("Caddyfile")
      .replace("{\n", `{\n\t${options.join("\n\t")}\n`)
      .replaceAll("127.0.0.1:2018", `127.0.0.1:${await getFreePort()}`);
    writeFileSync(file, text);
    return ["run", "--config", file, "--adapter", "caddyfile"];
  }

  function writeHaproxyFile(dir: string): string[] {
    const file = join(dir, "haproxy.cfg");
    const text = readConfiguration("haproxy.cfg")
      .replace("bind :80", `bind 127.0.0.1:${port}`)
      .replaceAll("127.0.0.1:3000", `127.0.0.1:${ports[0]}`)
      .replaceAll("127.0.0.1:3001", `127.0.0.1:${ports[1]}`);
    writeFileSync(file, text);
    return ["-db", "-f", file];
  }
}

async function waitUntilReady(port: number): Promise<void> {
  for (;;) {
    const response = await fetch(`http://localhost:${port}/api/ready`).catch(() => undefined);
    if (response?.ok) return;
    await pause(50);
  }
}
