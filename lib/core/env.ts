import "server-only";
import { readFileSync } from "node:fs";
import { isIP } from "node:net";
import { z } from "zod";
import { isLoopback, normaliseRange } from "./network/ip-address.ts";

const integerVariable = (fallback: number, min: number, max: number) =>
  z.coerce.number(`must be a number from ${min} to ${max}`).int().min(min).max(max).default(fallback);

const httpUrl = z.url({ protocol: /^https?$/, error: "must be an http(s):// address" });
const MAIL_ADDRESS = /^([^<>"\r\n]{1,80} <[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/;
const secretVariable = z
  .string("must be set")
  .regex(/^[\x21-\x7e]+$/, "must be one word of plain letters and signs");

const TOO_SHORT_MESSAGE = "must have at least 32 characters: openssl rand -base64 32 makes one";
const longSecretVariable = secretVariable.min(32, TOO_SHORT_MESSAGE);

const envSchema = z.object({
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/, error: "must be a postgres:// address" }),
  UPSTREAM_BASE_URL: httpUrl,
  UPSTREAM_API_TOKEN: secretVariable,
  UPSTREAM_LEVEL: z.enum(["smart_earner", "affiliate", "top_user", "api"]).default("api"),
  UPSTREAM_PURCHASES_PER_MINUTE: integerVariable(30, 1, 100_000),
  /** Requests in flight per process; unset, computed from rate and time-out (lib/purchase/send/capacity). */
  UPSTREAM_IN_FLIGHT: z.coerce.number("must be a number from 1 to 10000").int().min(1).max(10_000).optional(),
  UPSTREAM_TIMEOUT_MS: integerVariable(190_000, 100, 600_000),
  WAITING_PER_RESELLER: integerVariable(1_000, 1, 100_000),
  CATALOGUE_MAX_AGE_S: integerVariable(300, 1, 86_400),
  NEXTAUTH_SECRET: z.string("must be set: openssl rand -base64 32 makes one").min(32, TOO_SHORT_MESSAGE),
  /** The previous secret, while cookies that it sealed are still accepted. */
  NEXTAUTH_SECRET_BEFORE: longSecretVariable.optional(),
  /** The key that seals secrets in the database, instead of `NEXTAUTH_SECRET`; and the previous one, until all are sealed again. */
  SEALING_KEY: longSecretVariable.optional(),
  SEALING_KEY_BEFORE: longSecretVariable.optional(),
  /** The key that seals hidden fields of forms, instead of `NEXTAUTH_SECRET`. */
  FORMS_KEY: longSecretVariable.optional(),
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
  /** Retention of payment providers' data, with personal data of payers: longer than banks may charge back. */
  PAYMENT_TOLD_DAYS: integerVariable(180, 7, 3_650),
  /** Other retention in days: see each module.ts. */
  KEEP_ANSWERS_DAYS: integerVariable(365, 30, 36_500),
  KEEP_CASES_DAYS: integerVariable(180, 30, 36_500),
  KEEP_HISTORY_DAYS: integerVariable(3_650, 90, 36_500),
  KEEP_MAILS_DAYS: integerVariable(30, 1, 36_500),
  KEEP_NOTICES_DAYS: integerVariable(365, 30, 36_500),
  KEEP_ORDERERS_DAYS: integerVariable(365, 30, 36_500),
  KEEP_PICTURES_DAYS: integerVariable(365, 30, 36_500),
  KEEP_SIGN_UPS_DAYS: integerVariable(180, 7, 36_500),
  KEEP_TESTS_DAYS: integerVariable(180, 1, 36_500),
  KEEP_WEBHOOKS_DAYS: integerVariable(30, 1, 36_500),
  /** 1 lets webhooks reach private networks and plain http: for tests, and for receivers in the same network. */
  WEBHOOK_ALLOW_PRIVATE: z
    .enum(["0", "1"], "must be 0 or 1")
    .default("0")
    .transform((flag) => flag === "1"),
  /** Whether admins must set up a second factor before anything else. */
  ADMIN_TWO_FACTOR: z.enum(["required", "optional"], "must be required or optional").default("required"),
  /** The address to listen on; by default this machine only. */
  HOST: z
    .string()
    .refine((host) => isIP(host) !== 0, "must be an address of this machine, 0.0.0.0 for all of them")
    .default("127.0.0.1"),
  /** Proxies whose X-Forwarded-For is trusted: ranges from `normaliseRange`. */
  TRUSTED_PROXIES: z
    .string()
    .transform((text) => text.split(",").map((range) => normaliseRange(range.trim()) ?? ""))
    .refine((ranges) => !ranges.includes(""), "must be addresses or ranges, such as 127.0.0.1,10.0.0.0/8")
    .default([]),
  /** The target of backups: a folder, or s3://bucket/prefix. */
  BACKUP_TO: z
    .string()
    .regex(
      /^(\/|\.\.?\/|s3:\/\/[\w./-]+$)/,
      "must be a folder, such as /var/backups/kiosk, or s3://bucket/prefix",
    )
    .optional(),
  /** The key that seals backups. They can't be read without it: store a copy elsewhere. */
  BACKUP_KEY: longSecretVariable.optional(),
  /** Number of stored backups. */
  BACKUP_KEEP: integerVariable(14, 1, 10_000),
  BACKUP_S3_ENDPOINT: httpUrl.optional(),
  BACKUP_S3_REGION: z.string().default("us-east-1"),
  BACKUP_S3_KEY_ID: secretVariable.optional(),
  BACKUP_S3_SECRET: secretVariable.optional(),
  PORTAL_ROLES: z
    .string()
    .transform((text) => text.split(",").map((role) => role.trim()))
    .pipe(z.array(z.enum(["web", "worker"])).min(1))
    .default(["web", "worker"]),
  PORT: integerVariable(3000, 0, 65_535),
  /** The port of `/metrics`; unset, none. Separate from the pages, since it shows business figures. */
  METRICS_PORT: z.coerce.number("must be a number from 0 to 65535").int().min(0).max(65_535).optional(),
  METRICS_HOST: z
    .string()
    .refine((host) => isIP(host) !== 0, "must be an address of this machine, 0.0.0.0 for all of them")
    .default("127.0.0.1"),
  /** The bearer token of requests for metrics. */
  METRICS_TOKEN: secretVariable.min(16, "must have at least 16 characters").optional(),
  /** A collector of traces, such as http://127.0.0.1:4318. */
  OTEL_EXPORTER_OTLP_ENDPOINT: httpUrl.optional(),
  /** The server for the portal's mail; unset, none is sent. */
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: "must be an smtp(s)://user:password@server:port address" })
    .optional(),
  MAIL_FROM: z
    .string()
    .regex(MAIL_ADDRESS, "must be an address such as Kiosk <kiosk@example.com>")
    .optional(),
  /** The token of the bot that sends alerts to Telegram chats, from BotFather. */
  ALERT_TELEGRAM_TOKEN: z
    .string()
    .regex(/^\d+:[\w-]+$/, "must be a bot's token, such as 123456:ABC-DEF")
    .optional(),
  ALERT_TELEGRAM_BASE_URL: httpUrl.default("https://api.telegram.org"),
  NODE_ENV: z.enum(["development", "production", "test"]).default("production"),
  PAYSTACK_SECRET_KEY: secretVariable.optional(),
  /** The previous key, while webhooks that it signed are still accepted; likewise below. */
  PAYSTACK_SECRET_KEY_BEFORE: secretVariable.optional(),
  PAYSTACK_BASE_URL: httpUrl.default("https://api.paystack.co"),
  MONNIFY_API_KEY: secretVariable.optional(),
  MONNIFY_SECRET_KEY: secretVariable.optional(),
  MONNIFY_SECRET_KEY_BEFORE: secretVariable.optional(),
  MONNIFY_CONTRACT_CODE: secretVariable.optional(),
  MONNIFY_BASE_URL: httpUrl.default("https://api.monnify.com"),
  FLUTTERWAVE_CLIENT_ID: secretVariable.optional(),
  FLUTTERWAVE_CLIENT_SECRET: secretVariable.optional(),
  FLUTTERWAVE_WEBHOOK_SECRET: secretVariable.optional(),
  FLUTTERWAVE_WEBHOOK_SECRET_BEFORE: secretVariable.optional(),
  FLUTTERWAVE_BASE_URL: httpUrl.default("https://f4bexperience.flutterwave.com"),
});

/** Variables of a payment provider or another service: set all, or none to switch it off. */
const VARIABLE_GROUPS = [
  ["BACKUP_S3_KEY_ID", "BACKUP_S3_SECRET"],
  ["SMTP_URL", "MAIL_FROM"],
  ["PAYSTACK_SECRET_KEY"],
  ["MONNIFY_API_KEY", "MONNIFY_SECRET_KEY", "MONNIFY_CONTRACT_CODE"],
  ["FLUTTERWAVE_CLIENT_ID", "FLUTTERWAVE_CLIENT_SECRET", "FLUTTERWAVE_WEBHOOK_SECRET"],
] as const;

/** The configuration of the process: every variable that docs/operate/configure.md lists, checked and typed. */
export type Env = z.infer<typeof envSchema>;

let parsedEnv: Env | undefined;

/** The result of the last `reloadSecrets`. Global, since the pages' bundle has a second copy of this file. */
const sharedGlobal = globalThis as { portalSecrets?: Partial<Env> };
let mergedSecrets: Partial<Env> | undefined;

/** Variables that can change while the portal runs: each is read where it is used. */
export const RELOADABLE_SECRETS = [
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
] as const satisfies readonly (keyof typeof envSchema.shape)[];

/**
 * Returns the checked configuration, read once.
 * @throws Error one message that names every wrong variable, never a value.
 */
export function env(): Env {
  parsedEnv ??= parseEnv(process.env);
  if (sharedGlobal.portalSecrets !== mergedSecrets) {
    mergedSecrets = sharedGlobal.portalSecrets;
    parsedEnv = { ...parsedEnv, ...mergedSecrets };
  }
  return parsedEnv;
}

/** Reads the files of secrets (`NAME_FILE`) again, for the whole process. @returns the names of changed secrets.
 * @throws Error as `env` does; nothing is changed then.
 */
export function reloadSecrets(source: Record<string, string | undefined> = process.env): string[] {
  const filed = RELOADABLE_SECRETS.filter((name) => source[`${name}_FILE`]);
  if (filed.length === 0) return [];
  const fresh = parseEnv({ ...source, ...Object.fromEntries(filed.map((name) => [name, undefined])) });
  const changed = filed.filter((name) => fresh[name] !== env()[name]);
  if (changed.length > 0)
    sharedGlobal.portalSecrets = {
      ...sharedGlobal.portalSecrets,
      ...Object.fromEntries(filed.map((name) => [name, fresh[name]])),
    };
  return changed;
}

/** Returns the source of a secret, without its value. */
export const getSecretSource = (name: keyof Env): "file" | "variable" | "not set" =>
  process.env[`${name}_FILE`] ? "file" : process.env[name] ? "variable" : "not set";

const PUBLIC_VARIABLES = [
  "UPSTREAM_LEVEL",
  "CURRENCY",
  "LOCALE",
  "TIME_ZONE",
  "PHONE_COUNTRY",
  "ADMIN_TWO_FACTOR",
  "NODE_ENV",
  "PORTAL_ROLES",
];

/** Describes every variable for support: numbers, switches and choices by value; all others only as set or not. */
export function describeVariables(): Record<string, unknown> {
  const now = env();
  return Object.fromEntries(
    VARIABLE_NAMES.map((name) => {
      const value = now[name];
      const harmless =
        typeof value === "number" || typeof value === "boolean" || PUBLIC_VARIABLES.includes(name);
      return [name, harmless ? value : value === undefined ? "not set" : "set"];
    }),
  );
}

/** Parses variables, or files that hold them; empty text counts as not set. @throws Error as `env` does */
export function parseEnv(source: Record<string, string | undefined>): Env {
  const set = Object.entries({ ...source, ...readVariableFiles(source) });
  const present = Object.fromEntries(set.filter(([, value]) => value));
  const result = envSchema.safeParse(present);
  const misread = result.error?.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`) ?? [];
  const wrong = [...listFileProblems(source), ...misread, ...listUnsafeSettings(present)];
  if (result.success && wrong.length === 0) return result.data;
  throw new Error(`The configuration is not complete:\n${wrong.map((line) => `  ${line}`).join("\n")}`);
}

/** Every variable, in the order of the documentation. */
export const VARIABLE_NAMES = Object.keys(envSchema.shape) as readonly (keyof Env)[];

/** Reads the files of `NAME_FILE` for all variables, without the trailing line break; a variable that is set is left as it
 * is. Skips unreadable files, which `parseEnv` reports.
 */
export function readVariableFiles(source: Record<string, string | undefined>): Record<string, string> {
  const entries = VARIABLE_NAMES.map((name) => [
    name,
    source[name] ? undefined : readVariableFile(source[`${name}_FILE`]),
  ]);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

function readVariableFile(file: string | undefined): string | undefined {
  try {
    return file ? readFileSync(file, "utf8").trimEnd() : undefined;
  } catch {
    return undefined;
  }
}

/** Lists variables that are set both directly and by a file, and files that are empty. */
function listFileProblems(source: Record<string, string | undefined>): string[] {
  return VARIABLE_NAMES.filter((name) => source[`${name}_FILE`]).flatMap((name) => {
    const text = readVariableFile(source[`${name}_FILE`]);
    if (text === undefined) return [`${name}_FILE: names a file that cannot be read`];
    // An empty file removes a previous key.
    if (text === "" && !name.endsWith("_BEFORE")) return [`${name}_FILE: names a file that is empty`];
    return source[name] && source[name] !== text
      ? [`${name}_FILE: ${name} is set as well; set one of them`]
      : [];
  });
}

/** Lists settings that are valid but unsafe: plain http to other machines, and TLS without its proxy. */
function listUnsafeSettings(present: Record<string, string | undefined>): string[] {
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
    if (NODE_ENV === "production" && isPlainHttp(given[name]))
      wrong.push(`${name}: must be https://, because what goes over http:// can be read on the way`);
  }
  for (const names of VARIABLE_GROUPS) {
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

/** Returns whether an address is plain http to another machine. */
function isPlainHttp(address: string | undefined): boolean {
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
