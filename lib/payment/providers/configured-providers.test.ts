import { createHmac } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it, vi } from "vitest";
import { reloadSecrets } from "#lib/core/variables";
import { VARIABLES } from "#lib/modules";
import { SANDBOX_KEYS } from "#sandbox/payments/keys";
import { getProviders } from "./configured-providers.ts";

const folder = mkdtempSync(join(tmpdir(), "keys-"));
afterAll(() => rmSync(folder, { recursive: true }));

it("offers the providers that have keys, and no other", async () => {
  const { MONNIFY_API_KEY, MONNIFY_SECRET_KEY, MONNIFY_CONTRACT_CODE } = SANDBOX_KEYS;
  Object.assign(process.env, { MONNIFY_API_KEY, MONNIFY_SECRET_KEY, MONNIFY_CONTRACT_CODE });
  // As a process reads its variables first.
  vi.resetModules();
  Reflect.deleteProperty(globalThis, "portalVariables");
  const atStart = await import("./configured-providers.ts");
  expect([...atStart.getProviders().keys()]).toEqual(["monnify"]);
});

it("accepts webhooks signed with the previous key until its file is emptied", () => {
  const write = (now: string, before: string) => {
    const files = { PAYSTACK_SECRET_KEY: now, PAYSTACK_SECRET_KEY_BEFORE: before };
    const named = Object.entries(files).map(([name, text]) => {
      writeFileSync(join(folder, name), text);
      return [`${name}_FILE`, join(folder, name)];
    });
    reloadSecrets(VARIABLES, { ...process.env, ...Object.fromEntries(named) });
    return getProviders().get("paystack");
  };
  const raw = Buffer.from(JSON.stringify({ event: "charge.success", data: { reference: "pay-001" } }));
  const signed = (secret: string) =>
    new Headers({ "x-paystack-signature": createHmac("sha512", secret).update(raw).digest("hex") });
  const read = (secret: string, at: ReturnType<typeof write>) =>
    at?.readWebhook(raw, signed(secret))?.reference;

  expect(read("sk_old", write("sk_old", ""))).toBe("pay-001");
  const both = write("sk_new", "sk_old");
  expect([read("sk_old", both), read("sk_new", both)]).toEqual(["pay-001", "pay-001"]);
  const after = write("sk_new", "");
  expect([read("sk_old", after), read("sk_new", after)]).toEqual([undefined, "pay-001"]);
});
