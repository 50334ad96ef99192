import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { decode, encode } from "next-auth/jwt";
import { expect, test } from "playwright/test";
import { env } from "#lib/core/env";
import { startSystem, type TestSystem } from "./harness.ts";
import { TestAccounts } from "./test-accounts.ts";

let system: TestSystem;
test.beforeAll(async () => {
  system = await startSystem();
});
test.afterAll(() => system.close());

test("a running portal takes a changed secret from its file, and the one before until that is taken away", {
  tag: "@prove",
}, async () => {
  const old = env().NEXTAUTH_SECRET;
  const fresh = "another-secret-of-more-than-32-characters";
  const folder = mkdtempSync(join(tmpdir(), "secret-"));
  const [now, before] = [join(folder, "now"), join(folder, "before")];
  writeFileSync(now, old);
  writeFileSync(before, "");
  const portal = await system.start({
    roles: "web",
    env: { NEXTAUTH_SECRET: "", NEXTAUTH_SECRET_FILE: now, NEXTAUTH_SECRET_BEFORE_FILE: before },
  });
  const people = new TestAccounts(system.database.systemCtx);
  const cookie = await people.cookie(await people.reseller());
  const sealedBy = async (secret: string) => {
    return encode({ token: { ...(await decode({ token: cookie.value, secret: old })) }, secret });
  };
  const home = async (value: string) => {
    const answer = await fetch(`${portal.url}/home`, {
      headers: { Cookie: `${cookie.name}=${value}`, Accept: "text/html" },
      redirect: "manual",
    });
    return answer.status;
  };
  const expectChanges = (times: number) =>
    expect.poll(() => portal.log().split('"secrets.changed"').length - 1).toBe(times);
  expect(await home(cookie.value)).toBe(200);

  writeFileSync(before, old);
  await expectChanges(1);
  writeFileSync(now, fresh);
  await expectChanges(2);
  expect(await home(cookie.value)).toBe(200);
  expect(await home(await sealedBy(fresh))).toBe(200);

  writeFileSync(before, "");
  await expectChanges(3);
  expect(await home(cookie.value)).not.toBe(200);
  expect(await home(await sealedBy(fresh))).toBe(200);
});
