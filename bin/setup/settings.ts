import { createInterface } from "node:readline/promises";
import type { CommandFlags } from "#bin/portal/command";
import { PortalError } from "#lib/core/error";
import { type Config, readConfig } from "./config.ts";
import { KEPT_CONFIG } from "./machine.ts";

/** The settings that only the operator knows. */
export interface Settings {
  domain: string;
  upstream: string;
  token: string;
  /** The upstream's kind of API; the standard one where none is named. */
  dialect?: string | undefined;
  /** `TRUSTED_PROXIES`, as it is written. */
  proxies?: string | undefined;
}

const QUESTIONS: Record<"domain" | "upstream" | "token", { variable: string; question: string }> = {
  domain: { variable: "NEXTAUTH_URL", question: "Domain of the portal, such as portal.example: " },
  upstream: { variable: "UPSTREAM_BASE_URL", question: "Address of the upstream: " },
  token: { variable: "UPSTREAM_API_TOKEN", question: "Your token at the upstream: " },
};

/**
 * Reads the settings from the configuration, where they are there, from flags, or from the terminal.
 * @throws invalid when one is missing, or differs from the configuration
 */
export async function readSettings(flags: CommandFlags): Promise<Settings> {
  const config = readConfig();
  const settings = { ...readConfigured(config) };
  // Those of a removed installation, or of the machine whose backup is restored here.
  const previous = readConfigured(readConfig(KEPT_CONFIG));
  for (const name of Object.keys(QUESTIONS) as (keyof typeof QUESTIONS)[]) {
    const flag = flags[name] as string | undefined;
    if (flag !== undefined && settings[name] && normalise(name, flag) !== settings[name])
      throw new PortalError(
        "invalid",
        `--${name} differs from ${QUESTIONS[name].variable} in /etc/kiosk/portal.env. Change it there, then run systemctl restart kiosk.`,
      );
    settings[name] ||= normalise(name, flag ?? (previous[name] || (await ask(name))));
  }
  return settings as Settings;
}

/** Reads the settings of an installation; empty where one is missing. */
export function readConfigured(config: Config): Settings {
  const { NEXTAUTH_URL = "", UPSTREAM_BASE_URL: upstream = "", UPSTREAM_API_TOKEN: token = "" } = config;
  const domain = URL.canParse(NEXTAUTH_URL) ? new URL(NEXTAUTH_URL).hostname : "";
  return { domain, upstream, token, dialect: config.UPSTREAM_DIALECT, proxies: config.TRUSTED_PROXIES };
}

async function ask(name: keyof typeof QUESTIONS): Promise<string> {
  if (!process.stdin.isTTY)
    throw new PortalError("invalid", `Missing --${name}. kiosk setup --help shows an example.`);
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return await terminal.question(QUESTIONS[name].question);
  } finally {
    terminal.close();
  }
}

function normalise(name: keyof typeof QUESTIONS, text: string): string {
  const value = text.trim();
  if (name === "domain") {
    const domain = value.replace(/^https:\/\//, "").replace(/\/$/, "");
    if (!/^(?!-)[a-z0-9.-]+$/i.test(domain))
      throw new PortalError("invalid", "--domain: Enter a name such as portal.example.");
    return domain.toLowerCase();
  }
  if (name === "upstream" && !URL.canParse(value))
    throw new PortalError("invalid", "--upstream: Enter an address such as https://upstream.example.");
  if (value === "") throw new PortalError("invalid", `--${name}: Enter a value.`);
  return value;
}
