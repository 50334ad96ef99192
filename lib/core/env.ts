import "server-only";
import { readFileSync } from "node:fs";
import { isIP } from "node:net";
import { z } from "zod";
import { isLoopback, normalRange } from "./address.ts";

const whole = (fallback: number, min: number, max: number) =>
  z.coerce.number(`must be a number from ${min} to ${max}`).int().min(min).max(max).default(fallback);

const httpUrl = z.url({ protocol: /^https?$/, error: "must be an http(s):// address" });
const MAIL_ADDRESS = /^([^<>"\r\n]{1,80} <[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/;
const secret = z.string("must be set").regex(/^[\x21-\x7e]+$/, "must be one word of plain letters and signs");

const LONG = "must have at least 32 characters: openssl rand -base64 32 makes one";
const long = secret.min(32, LONG);

const schema = z.object({
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/, error: "must be a postgres:// address" }),
  UPSTREAM_BASE_URL: httpUrl,
  UPSTREAM_API_TOKEN: secret,
  UPSTREAM_LEVEL: z.enum(["smart_earner", "affiliate", "top_user", "api"]).default("api"),
  UPSTREAM_PURCHASES_PER_MINUTE: whole(30, 1, 100_000),
  /** The most that a process may have in flight; unset, it is what rate and time-out ask for (lib/purchase/send/capacity). */
  UPSTREAM_IN_FLIGHT: z.coerce.number("must be a number from 1 to 10000").int().min(1).max(10_000).optional(),
  UPSTREAM_TIMEOUT_MS: whole(190_000, 100, 600_000),
  WAITING_PER_RESELLER: whole(1_000, 1, 100_000),
  CATALOGUE_MAX_AGE_S: whole(300, 1, 86_400),
  NEXTAUTH_SECRET: z.string("must be set: openssl rand -base64 32 makes one").min(32, LONG),
  /** The one before, while cookies that it sealed are still taken. */
  NEXTAUTH_SECRET_BEFORE: long.optional(),
  /** What seals secrets in the database, instead of `NEXTAUTH_SECRET`; and the one before, until all is sealed anew. */
  SEALING_KEY: long.optional(),
  SEALING_KEY_BEFORE: long.optional(),
  /** What seals what forms carry, instead of `NEXTAUTH_SECRET`. */
  FORMS_KEY: long.optional(),
  NEXTAUTH_URL: z.url({ protocol: /^https?$/, error: "must be the portal's own http(s):// address" }),
  PORTAL_NAME: z.string().min(1).max(40).default("Kiosk"),
  CURRENCY: z
    .string()
    .regex(/^[A-Z]{3}$/, "must be an ISO 4217 code such as NGN")
    .default("NGN"),
  LOCALE: z.string().refine(isLocale, "must be a BCP 47 locale such as en-NG").default("en-NG"),
  TIME_ZONE: z.string().refine(isTimeZone, "must be an IANA time zone").default("Africa/Lagos"),
  PHONE_COUNTRY: z
    .string()
    .regex(/^[A-Z]{2}$/, "must be an ISO 3166 code such as NG")
    .default("NG"),
  /** So long the words of payment providers are kept, with what they say of payers: longer than banks take money back. */
  PAYMENT_TOLD_DAYS: whole(180, 7, 3_650),
  /** How long other things are kept, in days: db/retention.ts says which. */
  KEEP_ANSWERS_DAYS: whole(365, 30, 36_500),
  KEEP_CASES_DAYS: whole(180, 30, 36_500),
  KEEP_HISTORY_DAYS: whole(3_650, 90, 36_500),
  KEEP_MAILS_DAYS: whole(30, 1, 36_500),
  KEEP_NOTICES_DAYS: whole(365, 30, 36_500),
  KEEP_ORDERERS_DAYS: whole(365, 30, 36_500),
  KEEP_PICTURES_DAYS: whole(365, 30, 36_500),
  KEEP_SIGN_UPS_DAYS: whole(180, 7, 36_500),
  KEEP_TESTS_DAYS: whole(180, 1, 36_500),
  KEEP_WEBHOOKS_DAYS: whole(30, 1, 36_500),
  /** 1 lets webhooks reach private networks and plain http: for tests, and for receivers next door. */
  WEBHOOK_ALLOW_PRIVATE: z
    .enum(["0", "1"], "must be 0 or 1")
    .default("0")
    .transform((flag) => flag === "1"),
  /** Whether an admin who has no second factor can do nothing before they set one up. */
  ADMIN_TWO_FACTOR: z.enum(["required", "optional"], "must be required or optional").default("required"),
  /** The address to listen on: this machine alone, unless told otherwise. */
  HOST: z
    .string()
    .refine((host) => isIP(host) !== 0, "must be an address of this machine, 0.0.0.0 for all of them")
    .default("127.0.0.1"),
  /** Whose X-Forwarded-For is believed: ranges as `normalRange` spells them. */
  TRUSTED_PROXIES: z
    .string()
    .transform((text) => text.split(",").map((one) => normalRange(one.trim()) ?? ""))
    .refine((ranges) => !ranges.includes(""), "must be addresses or ranges, such as 127.0.0.1,10.0.0.0/8")
    .default([]),
  /** Where backups go: a folder, or s3://bucket/prefix. */
  BACKUP_TO: z
    .string()
    .regex(
      /^(\/|\.\.?\/|s3:\/\/[\w./-]+$)/,
      "must be a folder, such as /var/backups/kiosk, or s3://bucket/prefix",
    )
    .optional(),
  /** What seals backups. Without it they cannot be read again: keep it elsewhere too. */
  BACKUP_KEY: long.optional(),
  /** How many backups are kept. */
  BACKUP_KEEP: whole(14, 1, 10_000),
  BACKUP_S3_ENDPOINT: httpUrl.optional(),
  BACKUP_S3_REGION: z.string().default("us-east-1"),
  BACKUP_S3_KEY_ID: secret.optional(),
  BACKUP_S3_SECRET: secret.optional(),
  PORTAL_ROLES: z
    .string()
    .transform((text) => text.split(",").map((role) => role.trim()))
    .pipe(z.array(z.enum(["web", "worker"])).min(1))
    .default(["web", "worker"]),
  PORT: whole(3000, 0, 65_535),
  /** Where `/metrics` is asked for; unset, nowhere. Not among the pages: it tells how the business goes. */
  METRICS_PORT: z.coerce.number("must be a number from 0 to 65535").int().min(0).max(65_535).optional(),
  METRICS_HOST: z
    .string()
    .refine((host) => isIP(host) !== 0, "must be an address of this machine, 0.0.0.0 for all of them")
    .default("127.0.0.1"),
  /** Who asks for metrics shows it as a bearer token. */
  METRICS_TOKEN: secret.min(16, "must have at least 16 characters").optional(),
  /** A collector of traces, such as http://127.0.0.1:4318. */
  OTEL_EXPORTER_OTLP_ENDPOINT: httpUrl.optional(),
  /** The server that takes the portal's mail; unset, none is sent. */
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: "must be an smtp(s)://user:password@server:port address" })
    .optional(),
  MAIL_FROM: z
    .string()
    .regex(MAIL_ADDRESS, "must be an address such as Kiosk <kiosk@example.com>")
    .optional(),
  /** The bot that tells Telegram chats of what needs a hand, as its maker's BotFather gave it. */
  ALERT_TELEGRAM_TOKEN: z
    .string()
    .regex(/^\d+:[\w-]+$/, "must be a bot's token, such as 123456:ABC-DEF")
    .optional(),
  ALERT_TELEGRAM_BASE_URL: httpUrl.default("https://api.telegram.org"),
  NODE_ENV: z.enum(["development", "production", "test"]).default("production"),
  PAYSTACK_SECRET_KEY: secret.optional(),
  /** The one before, while notices that it signed are still taken; so with the other two. */
  PAYSTACK_SECRET_KEY_BEFORE: secret.optional(),
  PAYSTACK_BASE_URL: httpUrl.default("https://api.paystack.co"),
  MONNIFY_API_KEY: secret.optional(),
  MONNIFY_SECRET_KEY: secret.optional(),
  MONNIFY_SECRET_KEY_BEFORE: secret.optional(),
  MONNIFY_CONTRACT_CODE: secret.optional(),
  MONNIFY_BASE_URL: httpUrl.default("https://api.monnify.com"),
  FLUTTERWAVE_CLIENT_ID: secret.optional(),
  FLUTTERWAVE_CLIENT_SECRET: secret.optional(),
  FLUTTERWAVE_WEBHOOK_SECRET: secret.optional(),
  FLUTTERWAVE_WEBHOOK_SECRET_BEFORE: secret.optional(),
  FLUTTERWAVE_BASE_URL: httpUrl.default("https://f4bexperience.flutterwave.com"),
});

/** What a payment provider, or another service, needs: all of it, or none, then it is not offered. */
const TOGETHER = [
  ["BACKUP_S3_KEY_ID", "BACKUP_S3_SECRET"],
  ["SMTP_URL", "MAIL_FROM"],
  ["PAYSTACK_SECRET_KEY"],
  ["MONNIFY_API_KEY", "MONNIFY_SECRET_KEY", "MONNIFY_CONTRACT_CODE"],
  ["FLUTTERWAVE_CLIENT_ID", "FLUTTERWAVE_CLIENT_SECRET", "FLUTTERWAVE_WEBHOOK_SECRET"],
] as const;

/** The configuration of the process: every variable that docs/operate/configure.md lists, checked and typed. */
export type Env = z.infer<typeof schema>;

let checked: Env | undefined;

/** What `rereadSecrets` found last. The pages' half of the program has this file a second time, so both look here. */
const latest = globalThis as { portalSecrets?: Partial<Env> };
let merged: Partial<Env> | undefined;

/** What can change while the portal runs: each is read where it is used. */
export const SECRETS = [
  "NEXTAUTH_SECRET",
  "NEXTAUTH_SECRET_BEFORE",
  "SEALING_KEY",
  "SEALING_KEY_BEFORE",
  "UPSTREAM_API_TOKEN",
  "PAYSTACK_SECRET_KEY",
  "PAYSTACK_SECRET_KEY_BEFORE",
  "MONNIFY_API_KEY",
  "MONNIFY_SECRET_KEY",
  "MONNIFY_SECRET_KEY_BEFORE",
  "MONNIFY_CONTRACT_CODE",
  "FLUTTERWAVE_CLIENT_ID",
  "FLUTTERWAVE_CLIENT_SECRET",
  "FLUTTERWAVE_WEBHOOK_SECRET",
  "FLUTTERWAVE_WEBHOOK_SECRET_BEFORE",
  "METRICS_TOKEN",
  "BACKUP_KEY",
] as const satisfies readonly (keyof typeof schema.shape)[];

/**
 * The checked configuration, read once.
 * @throws Error one message that names every variable that is wrong, never a value.
 */
export function env(): Env {
  checked ??= parseEnv(process.env);
  if (latest.portalSecrets !== merged) {
    merged = latest.portalSecrets;
    checked = { ...checked, ...merged };
  }
  return checked;
}

/**
 * Reads the files of secrets (`NAME_FILE`) anew, for the whole process. @returns the names of those that changed.
 * @throws Error as `env` does, when they are not right: then all stays as it was.
 */
export function rereadSecrets(source: Record<string, string | undefined> = process.env): string[] {
  const filed = SECRETS.filter((name) => source[`${name}_FILE`]);
  if (filed.length === 0) return [];
  const fresh = parseEnv({ ...source, ...Object.fromEntries(filed.map((name) => [name, undefined])) });
  const changed = filed.filter((name) => fresh[name] !== env()[name]);
  if (changed.length > 0)
    latest.portalSecrets = {
      ...latest.portalSecrets,
      ...Object.fromEntries(filed.map((name) => [name, fresh[name]])),
    };
  return changed;
}

/** Where a secret comes from, without saying it. */
export const sourceOf = (name: keyof Env): "file" | "variable" | "not set" =>
  process.env[`${name}_FILE`] ? "file" : process.env[name] ? "variable" : "not set";

const SHOWN = [
  "UPSTREAM_LEVEL",
  "CURRENCY",
  "LOCALE",
  "TIME_ZONE",
  "PHONE_COUNTRY",
  "ADMIN_TWO_FACTOR",
  "NODE_ENV",
  "PORTAL_ROLES",
];

/** Every variable for somebody who helps: numbers, switches and choices as they are; of all others only whether they are set. */
export function shownVariables(): Record<string, unknown> {
  const now = env();
  return Object.fromEntries(
    VARIABLES.map((name) => {
      const value = now[name];
      const harmless = typeof value === "number" || typeof value === "boolean" || SHOWN.includes(name);
      return [name, harmless ? value : value === undefined ? "not set" : "set"];
    }),
  );
}

/** Checks a set of variables, or files that hold them; empty text counts as not set. Throws as `env` does. */
export function parseEnv(source: Record<string, string | undefined>): Env {
  const set = Object.entries({ ...source, ...readFiles(source) });
  const present = Object.fromEntries(set.filter(([, value]) => value));
  const result = schema.safeParse(present);
  const misread = result.error?.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`) ?? [];
  const wrong = [...misfiled(source), ...misread, ...unsafe(present)];
  if (result.success && wrong.length === 0) return result.data;
  throw new Error(`The configuration is not complete:\n${wrong.map((line) => `  ${line}`).join("\n")}`);
}

/** Every variable, in the order in which they are explained. */
export const VARIABLES = Object.keys(schema.shape) as readonly (keyof Env)[];

/**
 * What stands in the files that `NAME_FILE` names, for any variable, without the line's end; a variable that is set itself
 * stays as it is. A file that cannot be read is passed over: `parseEnv` says so.
 */
export function readFiles(source: Record<string, string | undefined>): Record<string, string> {
  const found = VARIABLES.map((name) => [name, source[name] ? undefined : contentOf(source[`${name}_FILE`])]);
  return Object.fromEntries(found.filter(([, value]) => value !== undefined));
}

function contentOf(file: string | undefined): string | undefined {
  try {
    return file ? readFileSync(file, "utf8").trimEnd() : undefined;
  } catch {
    return undefined;
  }
}

/** The variables that both stand there and are named a file for, and the files that say nothing. */
function misfiled(source: Record<string, string | undefined>): string[] {
  return VARIABLES.filter((name) => source[`${name}_FILE`]).flatMap((name) => {
    const text = contentOf(source[`${name}_FILE`]);
    if (text === undefined) return [`${name}_FILE: names a file that cannot be read`];
    // A key before is taken away by emptying its file.
    if (text === "" && !name.endsWith("_BEFORE")) return [`${name}_FILE: names a file that is empty`];
    return source[name] && source[name] !== text
      ? [`${name}_FILE: ${name} is set as well; set one of them`]
      : [];
  });
}

/** Settings that are valid but unsafe: plain http to other machines, and TLS without saying which proxy speaks it. */
function unsafe(present: Record<string, string | undefined>): string[] {
  const { NODE_ENV = "production", PORTAL_ROLES = "web", ...given } = present;
  const wrong: string[] = [];
  for (const name of [
    "UPSTREAM_BASE_URL",
    "NEXTAUTH_URL",
    "PAYSTACK_BASE_URL",
    "MONNIFY_BASE_URL",
    "FLUTTERWAVE_BASE_URL",
    "BACKUP_S3_ENDPOINT",
    "ALERT_TELEGRAM_BASE_URL",
  ] as const) {
    if (NODE_ENV === "production" && isOpenLine(given[name]))
      wrong.push(`${name}: must be https://, because what goes over http:// can be read on the way`);
  }
  for (const names of TOGETHER) {
    const missing = names.filter((name) => given[name] === undefined);
    if (missing.length === names.length) continue;
    for (const name of missing)
      wrong.push(`${name}: must be set together with ${names.filter((n) => n !== name).join(" and ")}`);
  }
  const overTls = given.NEXTAUTH_URL?.startsWith("https:") && PORTAL_ROLES.includes("web");
  if (overTls && given.TRUSTED_PROXIES === undefined)
    wrong.push(
      "TRUSTED_PROXIES: must be set where NEXTAUTH_URL is https://, to the address of the proxy that speaks TLS, such as 127.0.0.1",
    );
  if (given.METRICS_PORT && !isLoopback(given.METRICS_HOST ?? "127.0.0.1") && !given.METRICS_TOKEN)
    wrong.push("METRICS_TOKEN: must be set where METRICS_HOST lets other machines ask");
  if (given.TRUSTED_PROXY_HOPS !== undefined)
    wrong.push("TRUSTED_PROXY_HOPS: is gone; set TRUSTED_PROXIES to your proxies' addresses instead");
  return wrong;
}

/** Plain http to another machine. */
function isOpenLine(address: string | undefined): boolean {
  if (!address || !URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  return protocol === "http:" && !isLoopback(hostname);
}

function isLocale(text: string): boolean {
  try {
    return Intl.getCanonicalLocales(text).length === 1;
  } catch {
    return false;
  }
}

function isTimeZone(text: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat("en", { timeZone: text }));
  } catch {
    return false;
  }
}
