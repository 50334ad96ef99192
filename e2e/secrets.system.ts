import { globSync, readFileSync } from "node:fs";
import { expect, test } from "playwright/test";
import { type PortalMember, startSystem, type TestSystem } from "./harness.ts";
import { TestAccounts } from "./test-accounts.ts";

/** Secrets that must never leave the server, each with a unique value that can be found wherever it appears. */
const CANARIES = {
  UPSTREAM_API_TOKEN: "canary-upstream-8f1c2d3e4b5a69788796a5b4c3d2e1f0",
  NEXTAUTH_SECRET: "canary-nextauth-0f1e2d3c4b5a69788796a5b4c3d2e1f0",
  PAYSTACK_SECRET_KEY: "canary-paystack-5b4c3d2e1f0a69788796a8f1c2d3e4b5",
  MONNIFY_API_KEY: "canary-monnify-api-9788796a5b4c3d2e1f08f1c2d3e4b5a",
  MONNIFY_SECRET_KEY: "canary-monnify-secret-1f0e9d8c7b6a5948372615049",
  FLUTTERWAVE_CLIENT_ID: "canary-flutterwave-id-7c6b5a49382716050f1e2d3c4",
  FLUTTERWAVE_CLIENT_SECRET: "canary-flutterwave-secret-3d2c1b0a9f8e7d6c",
  FLUTTERWAVE_WEBHOOK_SECRET: "canary-flutterwave-webhook-0a1b2c3d4e5f6071",
  METRICS_TOKEN: "canary-metrics-4d3c2b1a0f9e8d7c6b5a49382716",
  ALERT_TELEGRAM_TOKEN: "700700700:canary-telegram-6b5a49382716f0e1d2c3b4a5",
  BACKUP_KEY: "canary-backup-9f8e7d6c5b4a39281706f5e4d3c2b1a0",
};

/** Addresses at which no payment provider responds. */
const UNREACHABLE_PROVIDERS = Object.fromEntries(
  ["PAYSTACK", "MONNIFY", "FLUTTERWAVE"].map((name) => [`${name}_BASE_URL`, "http://127.0.0.1:1"]),
);

const PAGES_BY_ROLE = {
  visitor: [
    "/",
    "/sign-in",
    "/sign-up",
    "/nothing-here",
    "/s/nobody",
    "/api/ready",
    "/api/openapi.json",
    "/api/postman.json",
    "/api/data_plans",
  ],
  reseller: [
    "/home",
    "/prices",
    "/buy",
    "/purchases",
    "/wallet",
    "/settings/api",
    "/settings",
    "/purchases/DT0",
    "/purchases/export",
  ],
  admin: [
    "/admin",
    "/admin/purchases",
    "/admin/review",
    "/admin/records/system",
    "/admin/settings/notifications",
    "/admin/records/audit",
    "/admin/catalogue",
    "/admin/resellers",
  ],
};

let system: TestSystem;
let portal: PortalMember;
test.beforeAll(async () => {
  const { UPSTREAM_API_TOKEN, ...others } = CANARIES;
  system = await startSystem(
    { ...others, MONNIFY_CONTRACT_CODE: "1", ...UNREACHABLE_PROVIDERS },
    { tokens: [{ token: UPSTREAM_API_TOKEN }] },
  );
  portal = await system.start();
});
test.afterAll(() => system.close());

test("leaks no secret in pages, payloads, headers, errors, logs or scripts", async () => {
  const people = new TestAccounts(system.database.systemCtx);
  const [reseller, admin] = [await people.reseller(), await people.admin()];
  const cookies = {
    visitor: "",
    reseller: await createCookie(people, reseller),
    admin: await createCookie(people, admin),
  };
  await system.upstream.control.tokens([{ token: "another-now" }]);
  const seen: string[] = [];
  for (const [who, paths] of Object.entries(PAGES_BY_ROLE)) {
    for (const path of paths) seen.push(...(await submitForms(path, cookies[who as keyof typeof cookies])));
  }
  seen.push(
    portal.log(),
    ...globSync(".next/static/**/*.{js,css}").map((file) => readFileSync(file, "utf8")),
  );
  expect(seen.length).toBeGreaterThan(60);
  for (const [name, canary] of Object.entries(CANARIES)) {
    expect(seen.filter((text) => text.includes(canary)).length, name).toBe(0);
  }
});

async function createCookie(
  people: TestAccounts,
  person: Awaited<ReturnType<TestAccounts["admin"]>>,
): Promise<string> {
  const { name, value } = await people.cookie(person);
  return `${name}=${value}`;
}

/** An address as a page and as the payload that a browser asks for when it goes there, headers included. */
async function submitForms(path: string, cookie: string): Promise<string[]> {
  const forms = ["text/html", "text/x-component"].map(async (accept) => {
    const extra: Record<string, string> =
      accept === "text/html" ? { Accept: accept } : { Accept: accept, RSC: "1" };
    const response = await fetch(`${portal.url}${path}`, {
      headers: { Cookie: cookie, ...extra },
      redirect: "manual",
    });
    return `${response.status} ${JSON.stringify([...response.headers])} ${await response.text()}`;
  });
  return Promise.all(forms);
}
