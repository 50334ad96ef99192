import "server-only";
import { z } from "zod";

const whole = (fallback: number, min: number, max: number) =>
  z.coerce.number(`must be a number from ${min} to ${max}`).int().min(min).max(max).default(fallback);

const schema = z.object({
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/, error: "must be a postgres:// address" }),
  UPSTREAM_BASE_URL: z.url({ protocol: /^https?$/, error: "must be an http(s):// address" }),
  UPSTREAM_API_TOKEN: z
    .string("must be set")
    .regex(/^[\x21-\x7e]+$/, "must be one word of plain letters and signs"),
  UPSTREAM_LEVEL: z.enum(["smart_earner", "affiliate", "top_user", "api"]).default("api"),
  UPSTREAM_PURCHASES_PER_MINUTE: whole(30, 1, 100_000),
  UPSTREAM_IN_FLIGHT: whole(4, 1, 100),
  UPSTREAM_TIMEOUT_MS: whole(60_000, 100, 600_000),
  CATALOGUE_MAX_AGE_S: whole(300, 1, 86_400),
  NEXTAUTH_SECRET: z.string("must be set").min(32, "must have at least 32 characters"),
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
  /** 1 lets webhooks reach private networks and plain http: for tests, and for receivers next door. */
  WEBHOOK_ALLOW_PRIVATE: z
    .enum(["0", "1"], "must be 0 or 1")
    .default("0")
    .transform((flag) => flag === "1"),
  TRUSTED_PROXY_HOPS: whole(0, 0, 10),
  PORTAL_ROLES: z
    .string()
    .transform((text) => text.split(",").map((role) => role.trim()))
    .pipe(z.array(z.enum(["web", "worker"])).min(1))
    .default(["web", "worker"]),
  PORT: whole(3000, 0, 65_535),
  NODE_ENV: z.enum(["development", "production", "test"]).default("production"),
});

/** The configuration of the process: every variable of docs, checked and typed. */
export type Env = z.infer<typeof schema>;

let checked: Env | undefined;

/**
 * The checked configuration, read once.
 * @throws Error one message that names every variable that is wrong, never a value.
 */
export function env(): Env {
  checked ??= parseEnv(process.env);
  return checked;
}

/** Checks a set of variables; empty text counts as not set. Throws as `env` does. */
export function parseEnv(source: Record<string, string | undefined>): Env {
  const present = Object.fromEntries(Object.entries(source).filter(([, value]) => value));
  const result = schema.safeParse(present);
  if (result.success) return result.data;
  const wrong = result.error.issues.map((issue) => `  ${issue.path.join(".")}: ${issue.message}`);
  throw new Error(`The configuration is not complete:\n${wrong.join("\n")}`);
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
