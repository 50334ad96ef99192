import { readFileSync, rmSync } from "node:fs";
import { isIP } from "node:net";
import { join } from "node:path";
import { ROOT } from "#bin/root";
import { CLOUDFLARE, CLOUDFLARE_RANGES } from "#lib/core/network/cloudflare";
import { readConfig } from "./config.ts";
import { isActive, PLACES, readIfThere, run, succeeds, writeWhole } from "./machine.ts";
import type { Settings } from "./settings.ts";
import type { Step } from "./steps.ts";

export const CADDY: Step = {
  plan: () => (succeeds("caddy", ["version"]) ? undefined : "Installing Caddy, which gets the certificate"),
  make() {
    run("apt-get", ["update", "-q"]);
    run("apt-get", ["install", "-y", "-q", "--no-install-recommends", "caddy"]);
  },
};

/** Caddy's own example, which a server without other sites has. */
const isExample = (text: string) =>
  text === "" || text.includes("# The Caddyfile is an easy way to configure");
const isPublicName = (domain: string) => domain.includes(".") && isIP(domain) === 0;
const IMPORT = `import ${PLACES.site}`;

/**
 * The parts for a Caddy without other sites: its options, and the site of shops' domains, which takes all
 * names. Beside it Caddy would ask the portal before it makes a certificate for a local name, too.
 */
const FOR_WHOLE_CADDY = /^\{\n.*?\n\}\n\n|\n# Domains of shops.*$/gs;

export function makeSiteStep({ domain }: Settings): Step {
  const isAlone = () => {
    const rest = readIfThere(PLACES.caddyfile);
    return isExample(rest) || rest.trim() === IMPORT;
  };
  const site = () =>
    readFileSync(join(ROOT, "ops/Caddyfile"), "utf8")
      .replace(FOR_WHOLE_CADDY, (part) => (isAlone() && isPublicName(domain) ? part : ""))
      .replace(/\{\$KIOSK_PROCESSES:[^}]*\}/, `127.0.0.1:${readConfig().PORT ?? 3000}`)
      .replace(/\{\$KIOSK_BEHIND:([^}]*)\}/, (_, none) => listProxiesBefore().join(" ") || none)
      .replace("{$KIOSK_ADDRESS}", domain);
  return {
    plan: () =>
      readIfThere(PLACES.site) === site() &&
      readIfThere(PLACES.caddyfile).includes(IMPORT) &&
      isActive("caddy")
        ? undefined
        : `Writing ${PLACES.site}, and starting Caddy with it`,
    make() {
      writeWhole(PLACES.site, site(), 0o644);
      const rest = readIfThere(PLACES.caddyfile);
      if (isExample(rest)) writeWhole(PLACES.caddyfile, `${IMPORT}\n`, 0o644);
      else if (!rest.includes(IMPORT)) writeWhole(PLACES.caddyfile, `${rest}\n${IMPORT}\n`, 0o644);
      run("systemctl", ["enable", "caddy"]);
      run("systemctl", ["reload-or-restart", "caddy"]);
    },
  };
}

/** The proxies that Caddy itself is behind: all that the portal trusts, but Caddy. */
const listProxiesBefore = (): string[] =>
  (readConfig().TRUSTED_PROXIES ?? "")
    .split(",")
    .map((proxy) => proxy.trim())
    .flatMap((proxy) => (proxy === CLOUDFLARE ? CLOUDFLARE_RANGES : proxy))
    .filter((proxy) => proxy !== "" && !/^(127\.|::1)/.test(proxy));

/** Takes the portal's site out of Caddy, and leaves the others; without any, Caddy is stopped. */
export function removeSite(): void {
  const rest = readIfThere(PLACES.caddyfile).replace(`${IMPORT}\n`, "");
  writeWhole(PLACES.caddyfile, rest, 0o644);
  if (rest.trim() === "") run("systemctl", ["disable", "--now", "caddy"]);
  else run("systemctl", ["reload-or-restart", "caddy"]);
  rmSync(PLACES.site, { force: true });
}
