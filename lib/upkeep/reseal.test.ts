import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { encode } from "next-auth/jwt";
import { afterAll, beforeAll, expect, test } from "vitest";
import { hashBackupCode } from "#lib/account/two-factor/code";
import { rereadSecrets } from "#lib/core/env";
import { keyedHashes, seal, unseal } from "#lib/core/sealed";
import { lockWaits } from "#lib/testing/lock-waits";
import { type Scene, scene } from "#lib/testing/scene";
import { decodeCookie } from "#lib/web/cookie";
import { reseal, sealedState } from "./reseal.ts";

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

/** What a running process does when its operator wrote these files. */
function write(now: string, before: string): string[] {
  const files = { NEXTAUTH_SECRET: now, NEXTAUTH_SECRET_BEFORE: before };
  const named = Object.entries(files).map(([name, text]) => {
    writeFileSync(join(folder, name), text);
    return [`${name}_FILE`, join(folder, name)];
  });
  return rereadSecrets({ ...process.env, ...Object.fromEntries(named) });
}

const endpoint = (resellerId: number, n: number) =>
  at.system.db.execute(sql`insert into webhook_endpoints (reseller_id, url, sealed_secret, events)
    values (${resellerId}, ${`https://example.com/${n}`}, ${seal(`secret ${n}`)}, '{purchases}')`);

test("a key is changed under load: both are taken meanwhile, what it sealed is sealed anew, killed half-way and gone on with", async () => {
  const { id } = await at.reseller();
  for (let n = 0; n < 250; n += 1) await endpoint(id, n);
  await at.system.db.execute(sql`
    insert into provider_keys (reseller_id, provider, address, hint, sealed, sealed_before, before_until)
    values (${id}, 'paystack', 'abc', 'abcd', ${seal("{}", "provider keys")}, ${seal("[]", "provider keys")}, now())`);
  await at.system.db.execute(sql`insert into second_factors (account_id, secret, on_at, next_secret)
    values (${id}, ${seal("one", "second factors")}, now(), ${seal("two", "second factors")})`);
  await at.system.db.execute(sql`insert into mails (message_id, kind, recipient, subject, sealed, give_up_at)
    values ('m', 'notice', 'a@example.com', 'x', ${seal("{}", "mails")}, now() + interval '1 day')`);
  const cookie = await encode({ token: { secret: "session" }, secret: OLD });
  const code = hashBackupCode("abcd");

  // The operator writes the new key and the one before.
  expect(write(NEW, OLD)).toEqual(["NEXTAUTH_SECRET", "NEXTAUTH_SECRET_BEFORE"]);
  expect(await sealedState(at.system)).toEqual({ now: 0, before: 255, unreadable: 0 });
  expect(await decodeCookie(cookie)).toMatchObject({ secret: "session" });
  expect(keyedHashes("abcd", "backup codes")).toContain(code);

  // People go on: they read what is there, and add more.
  let working = true;
  let added = 250;
  const load = (async () => {
    while (working) {
      await endpoint(id, added);
      added += 1;
      const rows = await at.system.db.execute<{ url: string; sealed_secret: string }>(
        sql`select url, sealed_secret from webhook_endpoints order by random() limit 20`,
      );
      for (const row of rows) expect(unseal(row.sealed_secret)).toBe(`secret ${row.url.split("/").at(-1)}`);
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
    await lockWaits(at.system, 1);
    child.kill("SIGKILL");
    await ended;
    held.resolve();
  });
  await Promise.all([held.promise, holding]);
  const between = await sealedState(at.system);
  expect(between.unreadable).toBe(0);
  expect(between.before).toBe(155);

  const { resealed, before, unreadable } = await reseal(at.system);
  working = false;
  await load;
  expect({ resealed, before, unreadable }).toEqual({ resealed: 155, before: 0, unreadable: 0 });

  // And takes the key before away: what was sealed is there, what is said to end has ended.
  expect(write(NEW, "")).toEqual(["NEXTAUTH_SECRET_BEFORE"]);
  expect(await sealedState(at.system)).toEqual({ now: added + 5, before: 0, unreadable: 0 });
  expect(await decodeCookie(cookie)).toBeNull();
  expect(keyedHashes("abcd", "backup codes")).not.toContain(code);
});

test("files that are not right change nothing", () => {
  expect(() => write("short", "")).toThrow(/NEXTAUTH_SECRET: must have at least 32 characters/);
  expect(write(NEW, "")).toEqual([]);
});

test("keys of payment providers are sealed anew and not changed otherwise; nobody else seals", async () => {
  const change = sql`update provider_keys set sealed = 'other'`;
  await expect(at.system.db.execute(change)).rejects.toMatchObject({ cause: { code: "23001" } });
  const admin = await at.admin();
  for (const verb of [reseal, sealedState])
    await expect(verb(admin)).rejects.toMatchObject({ code: "not_found" });
});
