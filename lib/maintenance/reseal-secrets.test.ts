import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { encode } from "next-auth/jwt";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { hashBackupCode } from "#lib/account/two-factor/consume-code";
import { computeKeyedHashes, seal, unseal } from "#lib/core/seal";
import { reloadSecrets } from "#lib/core/variables";
import { VARIABLES } from "#lib/modules";
import { decodeSessionCookie } from "#lib/request/cookie";
import { type Scene, scene } from "#lib/testing/scene";
import { waitForLocks } from "#lib/testing/wait-for-locks";
import { countSealedSecrets, resealSecrets } from "./reseal-secrets.ts";

const [OLD, NEW] = ["old-secret-with-more-than-32-characters", "new-secret-with-more-than-32-characters"];
const ROOT = new URL("../../", import.meta.url).pathname;

let at: Scene;
let folder: string;
beforeAll(async () => {
  at = await scene({ NEXTAUTH_SECRET: OLD });
  folder = mkdtempSync(join(tmpdir(), "secrets-"));
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await at.close();
});

beforeEach(() => {
  write(OLD, "");
});

/** Writes the files of secrets, and reloads them like a running process. */
function write(now: string, before: string): string[] {
  const files = { NEXTAUTH_SECRET: now, NEXTAUTH_SECRET_BEFORE: before };
  const named = Object.entries(files).map(([name, text]) => {
    writeFileSync(join(folder, name), text);
    return [`${name}_FILE`, join(folder, name)];
  });
  return reloadSecrets(VARIABLES, { ...process.env, ...Object.fromEntries(named) });
}

const endpoint = (resellerId: number, n: number) =>
  at.system.db.execute(sql`insert into webhook_endpoints (reseller_id, url, sealed_secret, events)
    values (${resellerId}, ${`https://example.com/${n}`}, ${seal(`secret ${n}`, "webhook secrets")}, '{purchases}')`);

test("changes a key under load: accepts both keys, and seals secrets again, also after a killed run", async () => {
  const { id } = await at.reseller();
  for (let n = 0; n < 250; n += 1) await endpoint(id, n);
  await at.system.db.execute(sql`
    insert into provider_keys (reseller_id, provider, address, hint, sealed, previous_sealed, previous_valid_until)
    values (${id}, 'paystack', 'abc', 'abcd', ${seal("{}", "provider keys")}, ${seal("[]", "provider keys")}, now())`);
  await at.system.db.execute(sql`insert into second_factors (account_id, secret, enabled_at, next_secret)
    values (${id}, ${seal("one", "second factors")}, now(), ${seal("two", "second factors")})`);
  await at.system.db.execute(sql`insert into deliveries (message_id, channel, type, target, subject, sealed, expires_at)
    values ('m', 'mail', 'notification', 'a@example.com', 'x', ${seal("{}", "mails")}, now() + interval '1 day')`);
  await at.system.db.execute(sql`insert into webhook_previous_secrets (endpoint_id, sealed_secret, valid_until)
    select min(id), ${seal("replaced", "webhook secrets")}, now() + interval '1 day' from webhook_endpoints`);
  const cookie = await encode({ token: { secret: "session" }, secret: OLD });
  const code = hashBackupCode("abcd");

  // The operator writes the new and the previous key.
  expect(write(NEW, OLD)).toEqual(["NEXTAUTH_SECRET", "NEXTAUTH_SECRET_BEFORE"]);
  expect(await countSealedSecrets(at.system)).toEqual({ now: 0, before: 256, unreadable: 0 });
  expect(await decodeSessionCookie(cookie)).toMatchObject({ secret: "session" });
  expect(computeKeyedHashes("abcd", "backup codes")).toContain(code);

  // Accounts continue: they read secrets, and add more.
  let working = true;
  let added = 250;
  const load = (async () => {
    while (working) {
      await endpoint(id, added);
      added += 1;
      const rows = await at.system.db.execute<{ url: string; sealed_secret: string }>(
        sql`select url, sealed_secret from webhook_endpoints order by random() limit 20`,
      );
      for (const row of rows)
        expect(unseal(row.sealed_secret, "webhook secrets")).toBe(`secret ${row.url.split("/").at(-1)}`);
    }
  })();

  // One command is killed while it waits for a row of its second hundred.
  const variables = {
    ...process.env,
    NEXTAUTH_SECRET: NEW,
    NEXTAUTH_SECRET_BEFORE: OLD,
    DATABASE_URL: at.url,
  };
  const held = Promise.withResolvers<void>();
  const holding = at.system.db.transaction(async (tx) => {
    await tx.execute(sql`select from webhook_endpoints where url = 'https://example.com/150' for update`);
    const child = spawn(
      process.execPath,
      ["--conditions=react-server", "bin/portal.ts", "secrets", "reseal"],
      {
        cwd: ROOT,
        env: variables,
        stdio: "ignore",
      },
    );
    const ended = once(child, "exit");
    await waitForLocks(at.system, 1);
    child.kill("SIGKILL");
    await ended;
    held.resolve();
  });
  await Promise.all([held.promise, holding]);
  const between = await countSealedSecrets(at.system);
  expect(between.unreadable).toBe(0);
  expect(between.before).toBe(156);

  const { resealed, before, unreadable } = await resealSecrets(at.system);
  working = false;
  await load;
  expect({ resealed, before, unreadable }).toEqual({ resealed: 156, before: 0, unreadable: 0 });

  // The operator removes the previous key: sealed secrets are readable, and its cookies have ended.
  expect(write(NEW, "")).toEqual(["NEXTAUTH_SECRET_BEFORE"]);
  expect(await countSealedSecrets(at.system)).toEqual({ now: added + 6, before: 0, unreadable: 0 });
  expect(await decodeSessionCookie(cookie)).toBeNull();
  expect(computeKeyedHashes("abcd", "backup codes")).not.toContain(code);
});

test("changes nothing with invalid files", () => {
  expect(() => write("short", "")).toThrow(/NEXTAUTH_SECRET: must have at least 32 characters/);
  expect(write(OLD, "")).toEqual([]);
});

test("seals provider keys again without other changes, for the operator only", async () => {
  const { id } = await at.reseller();
  const changed = at.system.db.transaction(async (tx) => {
    await tx.execute(sql`insert into provider_keys (reseller_id, provider, address, hint, sealed)
      values (${id}, 'paystack', 'abc', 'abcd', ${seal("{}", "provider keys")})`);
    await tx.execute(sql`update provider_keys set sealed = 'other' where reseller_id = ${id}`);
  });
  await expect(changed).rejects.toMatchObject({ cause: { code: "23001" } });
  const admin = await at.admin();
  for (const verb of [resealSecrets, countSealedSecrets])
    await expect(verb(admin)).rejects.toMatchObject({ code: "not_found" });
});
