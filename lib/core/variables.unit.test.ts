import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { defineModule, listVariables } from "#lib/core/module";
import { modules, VARIABLES } from "#lib/modules";
import { CLOUDFLARE_RANGES, isCloudflareAddress } from "./network/cloudflare.ts";
import { httpUrlField, integerField, secretField } from "./variable-fields.ts";
import {
  checkVariables,
  defineVariables,
  describeVariables,
  listVariableNames,
  parseVariables,
  readVariableFiles,
  reloadSecrets,
  type Variables,
} from "./variables.ts";

const parseEnv = (source: Record<string, string | undefined>) => parseVariables(VARIABLES, source);

const least = {
  DATABASE_URL: "postgres://portal@db/portal",
  UPSTREAM_BASE_URL: "https://upstream.example",
  UPSTREAM_API_TOKEN: "canary-token",
  NEXTAUTH_SECRET: "s".repeat(32),
  NEXTAUTH_URL: "https://portal.example",
  TRUSTED_PROXIES: "127.0.0.1",
};

const local = { NEXTAUTH_URL: "http://localhost:3000", UPSTREAM_BASE_URL: "http://127.0.0.1:4010" };

describe("the configuration", () => {
  it("needs six variables behind TLS and has defaults for the others", () => {
    expect(parseEnv(least)).toMatchObject({
      ...least,
      TRUSTED_PROXIES: ["127.0.0.1/32"],
      PORTAL_NAME: "Kiosk",
      CURRENCY: "NGN",
      TIME_ZONE: "Africa/Lagos",
      PHONE_COUNTRY: "NG",
      HOST: "127.0.0.1",
      PORTAL_ROLES: ["web", "worker"],
      PORT: 3000,
    });
  });

  it("names every wrong variable in one message, without values", () => {
    const wrong = {
      DATABASE_URL: "mysql://canary-a",
      UPSTREAM_BASE_URL: "ftp://canary-b",
      NEXTAUTH_SECRET: "canary-c",
      PORT: "canary-d",
      TIME_ZONE: "canary/e",
      PORTAL_ROLES: "web,canary-f",
      UPSTREAM_API_TOKEN: "canary-g\n",
    };
    const message = messageOf(() => parseEnv({ ...least, NEXTAUTH_URL: "", ...wrong }));
    for (const name of ["NEXTAUTH_URL", ...Object.keys(wrong)]) expect(message).toContain(name);
    expect(message).not.toContain("CURRENCY");
    expect(message).not.toContain("canary");
  });

  it("accepts https only with its proxy, unless the process serves no pages", () => {
    const message = messageOf(() => parseEnv({ ...least, TRUSTED_PROXIES: "" }));
    expect(message).toMatch(/^ {2}TRUSTED_PROXIES: must be set .* such as 127\.0\.0\.1$/m);
    expect(parseEnv({ ...least, TRUSTED_PROXIES: "", PORTAL_ROLES: "worker" }).TRUSTED_PROXIES).toEqual([]);
    expect(parseEnv({ ...least, ...local, TRUSTED_PROXIES: "" }).TRUSTED_PROXIES).toEqual([]);
  });

  it("normalises proxies to ranges, and rejects other texts", () => {
    const proxies = (TRUSTED_PROXIES: string) => parseEnv({ ...least, TRUSTED_PROXIES }).TRUSTED_PROXIES;
    expect(proxies("10.1.2.3/8, ::ffff:192.0.2.1, 2001:DB8::1/32")).toEqual([
      "10.0.0.0/8",
      "192.0.2.1/32",
      "2001:db8::/32",
    ]);
    for (const wrong of ["nginx", "10.0.0.1/33", "10.0.0.1,", "10.1"])
      expect(messageOf(() => proxies(wrong))).toContain("TRUSTED_PROXIES: must be addresses or ranges");
  });

  it("rejects the old count of proxies, with the variable to set instead", () => {
    const message = messageOf(() => parseEnv({ ...least, TRUSTED_PROXY_HOPS: "1" }));
    expect(message).toContain("TRUSTED_PROXY_HOPS: was removed; set TRUSTED_PROXIES");
  });

  it("rejects http to another machine in production, for itself and for the upstream", () => {
    const lines = { NEXTAUTH_URL: "http://portal.example", UPSTREAM_BASE_URL: "http://10.0.0.8:4010" };
    const message = messageOf(() => parseEnv({ ...least, ...lines }));
    for (const name of Object.keys(lines)) expect(message).toContain(`${name}: must be https://`);
    expect(message).not.toContain("portal.example");
    expect(parseEnv({ ...least, ...lines, NODE_ENV: "development" })).toMatchObject(lines);
    expect(parseEnv({ ...least, ...local })).toMatchObject(local);
    expect(messageOf(() => parseEnv({ ...least, UPSTREAM_BASE_URL: "http://localhost.example" }))).toContain(
      "UPSTREAM_BASE_URL",
    );
  });

  it("accepts all of a payment provider's keys or none, with default addresses of providers", () => {
    expect(parseEnv(least)).toMatchObject({
      MONNIFY_BASE_URL: "https://api.monnify.com",
      FLUTTERWAVE_BASE_URL: "https://f4bexperience.flutterwave.com",
    });
    const message = messageOf(() => parseEnv({ ...least, MONNIFY_API_KEY: "canary-key" }));
    expect(message).toContain("MONNIFY_SECRET_KEY: must be set together with MONNIFY_API_KEY");
    expect(message).toContain("MONNIFY_CONTRACT_CODE: must be set together with");
    expect(message).not.toMatch(/canary|PAYSTACK|FLUTTERWAVE/);
    const keys = { MONNIFY_API_KEY: "a", MONNIFY_SECRET_KEY: "b", MONNIFY_CONTRACT_CODE: "c" };
    expect(parseEnv({ ...least, ...keys, PAYSTACK_SECRET_KEY: "sk" })).toMatchObject(keys);
    const open = { MONNIFY_BASE_URL: "http://pay.example" };
    expect(messageOf(() => parseEnv({ ...least, ...open }))).toContain("MONNIFY_BASE_URL: must be https://");
  });

  it("listens on this machine only, unless HOST is set", () => {
    expect(parseEnv({ ...least, HOST: "0.0.0.0" }).HOST).toBe("0.0.0.0");
    expect(messageOf(() => parseEnv({ ...least, HOST: "example.com" }))).toContain(
      "HOST: must be an address",
    );
  });

  it("reads any variable from a file, without the line break, and reports errors without the value", () => {
    const dir = mkdtempSync(join(tmpdir(), "portal-env-"));
    const file = (name: string, text: string) => {
      writeFileSync(join(dir, name), text);
      return join(dir, name);
    };
    const { UPSTREAM_API_TOKEN, NEXTAUTH_SECRET, ...others } = least;
    const files = {
      UPSTREAM_API_TOKEN_FILE: file("token", `${UPSTREAM_API_TOKEN}\n`),
      NEXTAUTH_SECRET_FILE: file("secret", `${NEXTAUTH_SECRET}\r\n`),
    };
    expect(parseEnv({ ...others, ...files })).toEqual(parseEnv(least));
    expect(readVariableFiles(VARIABLES, { ...others, ...files })).toEqual({
      UPSTREAM_API_TOKEN,
      NEXTAUTH_SECRET,
    });
    expect(parseEnv({ ...least, ...files })).toEqual(parseEnv(least));
    const message = messageOf(() =>
      parseEnv({
        ...least,
        UPSTREAM_API_TOKEN_FILE: file("other", "canary-other"),
        NEXTAUTH_SECRET_FILE: join(dir, "canary-nowhere"),
        PAYSTACK_SECRET_KEY_FILE: file("empty", "\n"),
      }),
    );
    expect(message).toContain("UPSTREAM_API_TOKEN_FILE: UPSTREAM_API_TOKEN is set as well");
    expect(message).toContain("NEXTAUTH_SECRET_FILE: names a file that can't be read");
    expect(message).toContain("PAYSTACK_SECRET_KEY_FILE: names a file that is empty");
    expect(message).not.toContain("canary");
    rmSync(dir, { recursive: true });
  });

  it("requires the sender of mail, and reports errors in a sentence without the password", () => {
    expect(messageOf(() => parseEnv({ ...least, SMTP_URL: "smtps://a:canary@mail.example" }))).toContain(
      "MAIL_FROM: must be set together with SMTP_URL",
    );
    for (const [SMTP_URL, MAIL_FROM] of [
      ["https://a:canary@mail.example", "kiosk@example.com"],
      ["smtps://a:canary%off@mail.example", "kiosk@example.com"],
      ["smtps://a:50#canary@mail.example", "kiosk@example.com"],
      ["smtps://a:50/canary@mail.example", "kiosk@example.com"],
      ["smtps://a:canary@mail.example", "Kiosk"],
      ["smtps://a:canary@mail.example", "Kiosk\r\nBcc: x <kiosk@example.com>"],
    ]) {
      const message = messageOf(() => parseEnv({ ...least, SMTP_URL, MAIL_FROM }));
      expect(message).toMatch(/SMTP_URL: .*write % as %25|MAIL_FROM: must be an address such as/);
      expect(message).not.toContain("canary");
    }
    const right = { SMTP_URL: "smtps://a:b@mail.example:465", MAIL_FROM: "Kiosk <kiosk@example.com>" };
    expect(parseEnv({ ...least, ...right })).toMatchObject(right);
  });

  it("rejects an address of the portal that isn't one, or that has a path", () => {
    for (const NEXTAUTH_URL of ["portal.example", "https://portal.example/shop"])
      expect(messageOf(() => parseEnv({ ...least, NEXTAUTH_URL }))).toMatch(/NEXTAUTH_URL: must/);
  });

  it("reads Cloudflare's addresses for its name among the trusted proxies", () => {
    const { TRUSTED_PROXIES } = parseEnv({ ...least, TRUSTED_PROXIES: "127.0.0.1, cloudflare" }) as {
      TRUSTED_PROXIES: string[];
    };
    expect(TRUSTED_PROXIES).toEqual(["127.0.0.1/32", ...CLOUDFLARE_RANGES]);
    expect(messageOf(() => parseEnv({ ...least, TRUSTED_PROXIES: "cloudfront" }))).toContain(
      "TRUSTED_PROXIES:",
    );
    expect(["104.16.1.1", "2606:4700::1", "8.8.8.8"].map(isCloudflareAddress)).toEqual([true, true, false]);
  });

  it("treats empty text as not set", () => {
    expect(parseEnv({ ...least, PORT: "", PORTAL_NAME: "" })).toMatchObject({
      PORT: 3000,
      PORTAL_NAME: "Kiosk",
    });
  });
});

describe("the variables of an added module", () => {
  const folder = mkdtempSync(join(tmpdir(), "portal-tips-"));
  const file = join(folder, "token");
  const declareTips = () =>
    defineVariables({
      schema: {
        TIPS_URL: httpUrlField.optional(),
        TIPS_TOKEN: secretField.optional(),
        TIPS_PER_DAY: integerField(3, 1, 10),
        TIPS_MODE: z.enum(["all", "some"]).default("all"),
      },
      groups: [["TIPS_URL", "TIPS_TOKEN"]],
      reloadable: ["TIPS_TOKEN"],
      publicNames: ["TIPS_MODE"],
      httpsNames: ["TIPS_URL"],
      check: ({ TIPS_PER_DAY }) => (TIPS_PER_DAY === "7" ? ["TIPS_PER_DAY: must not be 7"] : []),
    });
  const all = (getTips: Variables) =>
    listVariables([...modules, defineModule({ name: "tip", variables: [getTips] })]);

  beforeEach(() => {
    vi.stubEnv("TIPS_URL", "https://tips.example");
    vi.stubEnv("TIPS_TOKEN_FILE", file);
    writeFileSync(file, "first\n");
  });
  afterEach(() => {
    vi.unstubAllEnvs();
    Reflect.deleteProperty(globalThis, "portalVariables");
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it("are checked together with all others", () => {
    const tips = { TIPS_URL: "http://canary.example", TIPS_PER_DAY: "11", TIPS_MODE: "canary" };
    const message = messageOf(() =>
      parseVariables(all(declareTips()), { ...least, ...tips, NEXTAUTH_SECRET: "short", PORT: "x" }),
    );
    expect(message.split("\n").toSorted()).toEqual([
      "  NEXTAUTH_SECRET: must have at least 32 characters: openssl rand -base64 32 makes one",
      "  PORT: must be a number from 0 to 65535",
      expect.stringMatching(/^ {2}TIPS_MODE: /),
      expect.stringMatching(/^ {2}TIPS_PER_DAY: /),
      "  TIPS_TOKEN: must be set together with TIPS_URL",
      "  TIPS_URL: must be https://, because what goes over http:// can be read on the way",
      "The configuration is incomplete or invalid:",
    ]);
    expect(message).not.toContain("canary");
    expect(messageOf(() => parseVariables(all(declareTips()), { ...least, TIPS_PER_DAY: "7" }))).toContain(
      "TIPS_PER_DAY: must not be 7",
    );
  });

  it("are described for support, compared with the docs, and gone with the module", () => {
    const variables = all(declareTips());
    expect(listVariableNames(variables)).toEqual([
      ...listVariableNames(VARIABLES),
      ...["TIPS_URL", "TIPS_TOKEN", "TIPS_PER_DAY", "TIPS_MODE"],
    ]);
    expect(describeVariables(variables)).toMatchObject({
      TIPS_URL: "set",
      TIPS_TOKEN: "set",
      TIPS_PER_DAY: 3,
      TIPS_MODE: "all",
    });
    expect(Object.keys(describeVariables(VARIABLES)).filter((name) => name.startsWith("TIPS"))).toEqual([]);
  });

  it("are read once, and again for every copy of the declaration when a secret is reloaded", () => {
    const [getTips, getCopy] = [declareTips(), declareTips()];
    expect(getTips()).toMatchObject({ TIPS_TOKEN: "first", TIPS_PER_DAY: 3 });
    const before = getTips();
    writeFileSync(file, "second\n");
    expect(getTips()).toBe(before);
    expect(reloadSecrets([getTips])).toEqual(["TIPS_TOKEN"]);
    expect(getTips()).toEqual({ ...before, TIPS_TOKEN: "second" });
    expect(getCopy().TIPS_TOKEN).toBe("second");
    expect(reloadSecrets([getTips])).toEqual([]);
  });

  it("keep the values of the start in every copy while a file is invalid", () => {
    const [getTips, getCopy] = [declareTips(), declareTips()];
    checkVariables([getTips]);
    writeFileSync(file, "");
    expect(messageOf(() => reloadSecrets([getTips]))).toContain(
      "TIPS_TOKEN_FILE: names a file that is empty",
    );
    expect(getTips().TIPS_TOKEN).toBe("first");
    expect(getCopy()).toEqual(getTips());
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
