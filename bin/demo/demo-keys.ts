import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { generatePassword } from "#lib/account/password/hash-password";

const DEMO_ACCOUNTS = [
  { role: "admin", name: "Ada Admin", email: "admin@example.com" },
  { role: "smart_earner", name: "Sade Kiosk", email: "smart-earner@example.com" },
  { role: "affiliate", name: "Femi Mobile", email: "affiliate@example.com" },
  { role: "top_user", name: "Tunde Telecoms", email: "top-user@example.com" },
  { role: "api", name: "Amina Systems", email: "api@example.com" },
] as const;

export type DemoPerson = (typeof DEMO_ACCOUNTS)[number] & { password: string };

export interface DemoKeys {
  nextAuthSecret: string;
  upstreamToken: string;
  people: DemoPerson[];
}

/** Reads the demo's secrets: made once, stored in `.data/keys.json`. */
export function readDemoKeys(dataDir: string): DemoKeys {
  const file = join(dataDir, "keys.json");
  if (existsSync(file)) return JSON.parse(readFileSync(file, "utf8"));
  const keys: DemoKeys = {
    nextAuthSecret: randomBytes(32).toString("base64url"),
    upstreamToken: randomBytes(24).toString("base64url"),
    people: DEMO_ACCOUNTS.map((person) => ({ ...person, password: generatePassword() })),
  };
  writeFileSync(file, JSON.stringify(keys, null, 2), { mode: 0o600 });
  return keys;
}
