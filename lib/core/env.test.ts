import { describe, expect, it } from "vitest";
import { parseEnv } from "./env.ts";

const least = {
  DATABASE_URL: "postgres://portal@db/portal",
  UPSTREAM_BASE_URL: "https://upstream.example",
  UPSTREAM_API_TOKEN: "canary-token",
  NEXTAUTH_SECRET: "s".repeat(32),
  NEXTAUTH_URL: "https://portal.example",
};

describe("the configuration", () => {
  it("needs five variables and has a sensible rest", () => {
    expect(parseEnv(least)).toMatchObject({
      ...least,
      UPSTREAM_LEVEL: "api",
      UPSTREAM_PURCHASES_PER_MINUTE: 30,
      UPSTREAM_IN_FLIGHT: 4,
      UPSTREAM_TIMEOUT_MS: 60_000,
      CATALOGUE_MAX_AGE_S: 300,
      PORTAL_NAME: "Kiosk",
      CURRENCY: "NGN",
      LOCALE: "en-NG",
      TIME_ZONE: "Africa/Lagos",
      PHONE_COUNTRY: "NG",
      TRUSTED_PROXY_HOPS: 0,
      PORTAL_ROLES: ["web", "worker"],
      PORT: 3000,
    });
  });

  it("names every variable that is wrong in one message, and no value", () => {
    const wrong = {
      DATABASE_URL: "mysql://canary-a",
      UPSTREAM_BASE_URL: "ftp://canary-b",
      NEXTAUTH_SECRET: "canary-c",
      UPSTREAM_TIMEOUT_MS: "canary-d",
      TIME_ZONE: "canary/e",
      PORTAL_ROLES: "web,canary-f",
      UPSTREAM_API_TOKEN: "canary-g\n",
    };
    const told = messageOf(() => parseEnv({ ...least, NEXTAUTH_URL: "", ...wrong }));
    for (const name of ["NEXTAUTH_URL", ...Object.keys(wrong)]) expect(told).toContain(name);
    expect(told).not.toContain("CURRENCY");
    expect(told).not.toContain("canary");
  });

  it("takes empty text for not set", () => {
    expect(parseEnv({ ...least, PORT: "", PORTAL_NAME: "" })).toMatchObject({
      PORT: 3000,
      PORTAL_NAME: "Kiosk",
    });
  });
});

function messageOf(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error("it did not throw");
}
