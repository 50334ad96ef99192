import { z } from "zod";
import { isDatabaseUrl } from "./database-url.ts";
import { ESCAPE_HINT, isEscaped } from "./escaped-address.ts";
import { CLOUDFLARE, CLOUDFLARE_RANGES } from "./network/cloudflare.ts";
import { normaliseRange } from "./network/ip-address.ts";
import { hostField, integerField, longSecretField, sessionSecretField } from "./variable-fields.ts";
import { defineVariables } from "./variables.ts";

/** The variables of the process and of all modules. Each module declares its own in its `variables.ts`. */
export const env = defineVariables({
  schema: {
    DATABASE_URL: z
      .string("must be set to a postgres:// address")
      .refine(
        isDatabaseUrl,
        `must be a postgres:// address; several servers are separated by commas; ${ESCAPE_HINT}`,
      ),
    /** A replica of the same database, for reading what may be a minute old. */
    DATABASE_REPLICA_URL: z
      .url({ protocol: /^postgres(ql)?$/, error: "must be the postgres:// address of one server" })
      .refine(isEscaped, ESCAPE_HINT)
      .optional(),
    NEXTAUTH_SECRET: sessionSecretField,
    /** The previous secret, while cookies that it sealed are still accepted. */
    NEXTAUTH_SECRET_BEFORE: longSecretField.optional(),
    /**
     * The key that seals secrets in the database, instead of `NEXTAUTH_SECRET`;
     * and the previous one, until all are sealed again.
     */
    SEALING_KEY: longSecretField.optional(),
    SEALING_KEY_BEFORE: longSecretField.optional(),
    NEXTAUTH_URL: z
      .url({ protocol: /^https?$/, error: "must be the portal's own http(s):// address" })
      .refine(
        (address) => URL.parse(address)?.pathname === "/",
        "must end after the portal's name, without a path",
      ),
    PORTAL_NAME: z.string().min(1).max(40).default("Kiosk"),
    CURRENCY: z
      .string()
      .regex(/^[A-Z]{3}$/, "must be an ISO 4217 code such as NGN")
      .default("NGN"),
    TIME_ZONE: z.string().refine(isTimeZone, "must be an IANA time zone").default("Africa/Lagos"),
    /**
     * The country of numbers without a country code, and of the English in which amounts and times are
     * written.
     */
    PHONE_COUNTRY: z
      .string()
      .regex(/^[A-Z]{2}$/, "must be an ISO 3166 code such as NG")
      .default("NG"),
    HOST: hostField,
    /** Proxies whose X-Forwarded-For is trusted: ranges from `normaliseRange`. */
    TRUSTED_PROXIES: z
      .string()
      .transform((text) => text.split(",").flatMap((range) => readProxies(range.trim())))
      .refine((ranges) => !ranges.includes(""), "must be addresses or ranges, such as 127.0.0.1,10.0.0.0/8")
      .default([]),
    PORTAL_ROLES: z
      .string()
      .transform((text) => text.split(",").map((role) => role.trim()))
      .pipe(z.array(z.enum(["web", "worker"])).min(1))
      .default(["web", "worker"]),
    PORT: integerField(3000, 0, 65_535),
  },
  reloadable: ["NEXTAUTH_SECRET", "NEXTAUTH_SECRET_BEFORE", "SEALING_KEY", "SEALING_KEY_BEFORE"],
  publicNames: ["CURRENCY", "TIME_ZONE", "PHONE_COUNTRY", "PORTAL_ROLES"],
  httpsNames: ["NEXTAUTH_URL"],
  check({ NEXTAUTH_URL, PORTAL_ROLES = "web", TRUSTED_PROXIES, TRUSTED_PROXY_HOPS }) {
    const overTls = NEXTAUTH_URL?.startsWith("https:") && PORTAL_ROLES.includes("web");
    const wrong: string[] = [];
    if (overTls && TRUSTED_PROXIES === undefined)
      wrong.push(
        "TRUSTED_PROXIES: must be set where NEXTAUTH_URL is https://, to the address of the proxy that speaks TLS, such as 127.0.0.1",
      );
    if (TRUSTED_PROXY_HOPS !== undefined)
      wrong.push("TRUSTED_PROXY_HOPS: was removed; set TRUSTED_PROXIES to your proxies' addresses instead");
    return wrong;
  },
});

const readProxies = (text: string) =>
  text === CLOUDFLARE ? [...CLOUDFLARE_RANGES] : (normaliseRange(text) ?? "");

function isTimeZone(text: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat("en", { timeZone: text }));
  } catch {
    return false;
  }
}
