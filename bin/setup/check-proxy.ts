import { existsSync } from "node:fs";
import type { Finding } from "./checks.ts";
import { PLACES, run } from "./machine.ts";

/** The first Caddy without the known holes of earlier ones, as in compose.yaml. */
export const MIN_CADDY = "2.11.7";

/** Checks the version of the proxy: a distribution's package stays behind. */
export function checkProxy(): Finding {
  if (!existsSync(PLACES.site)) return { title: "Proxy: not set up here" };
  return judgeCaddy(run("caddy", ["version"]));
}

/** @param version as `caddy version` prints it */
export function judgeCaddy(version: string): Finding {
  const [number = ""] = /\d+\.\d+\.\d+/.exec(version) ?? [];
  const title = `Proxy: Caddy ${number || version.trim()}`;
  if (number && !isOlder(number, MIN_CADDY)) return { title };
  const problem = `${MIN_CADDY} closes known holes. Install it from Caddy's own repository, https://caddyserver.com/docs/install`;
  return { title, problem, minor: true };
}

function isOlder(version: string, than: string): boolean {
  const [a, b] = [version, than].map((text) => text.split(".").map(Number));
  const at = a?.findIndex((part, n) => part !== b?.[n]) ?? -1;
  return at >= 0 && Number(a?.[at]) < Number(b?.[at]);
}
