import { sql } from "drizzle-orm";
import { afterEach, expect, test, vi } from "vitest";
import { createTestDatabase } from "#db/testing";
import type { Ctx } from "#lib/core/context";
import { createFirstOwner, createFirstOwnerSecret, isFirstOwnerSecret } from "./first-owner.ts";
import { readSession } from "./session/read-session.ts";

const db = await createTestDatabase();
const system = db.systemCtx;
const visitor: Ctx = { ...system, actor: { kind: "visitor" } };
afterEach(() => vi.useRealTimers());

const person = (email: string) => ({ email, name: "Ada Eze", password: "green boat on the hill" });

test("the first owner signs up once, also by parallel calls, and is signed in", async () => {
  const secret = (await createFirstOwnerSecret(system)) ?? "";
  expect(secret).toMatch(/^[\w-]+$/);
  expect(await isFirstOwnerSecret(visitor, { secret })).toBe(true);

  const calls = ["ada@kiosk.test", "eve@kiosk.test", "ben@kiosk.test"].map((email) =>
    createFirstOwner(visitor, { secret, ...person(email) }),
  );
  const results = await Promise.allSettled(calls);
  const [signedIn, ...others] = results.filter(({ status }) => status === "fulfilled");
  expect(others).toEqual([]);
  const session =
    signedIn?.status === "fulfilled" && (await readSession(visitor, signedIn.value.secret ?? ""));
  expect(session).toMatchObject({ actor: { kind: "admin" }, passwordGenerated: false });
  expect(
    await system.db.execute(
      sql`select r.built_in from accounts a join staff s on s.id = a.id join staff_roles r on r.id = s.role_id`,
    ),
  ).toMatchObject([{ built_in: "owner" }]);
  expect(results.filter(({ status }) => status === "rejected")).toMatchObject([
    { reason: { code: "conflict" } },
    { reason: { code: "conflict" } },
  ]);
  expect(await system.db.execute(sql`select actor from audit where action = 'admin.created'`)).toMatchObject([
    { actor: "visitor" },
  ]);

  expect(await isFirstOwnerSecret(visitor, { secret })).toBe(false);
  expect(await createFirstOwnerSecret(system)).toBeUndefined();
});

test("an old, a foreign and a changed secret are rejected, and only the operator makes one", async () => {
  const fresh = await createTestDatabase();
  const [operator, stranger] = [fresh.systemCtx, { ...fresh.systemCtx, actor: visitor.actor }];
  const secret = (await createFirstOwnerSecret(operator)) ?? "";
  for (const wrong of ["", "x", `${secret.slice(0, -3)}AAA`])
    await expect(
      createFirstOwner(stranger, { secret: wrong, ...person("a@kiosk.test") }),
    ).rejects.toMatchObject({ code: "conflict" });
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 25 * 3_600_000 });
  expect(await isFirstOwnerSecret(stranger, { secret })).toBe(false);
  await expect(createFirstOwnerSecret(stranger)).rejects.toMatchObject({ code: "unauthenticated" });
  await fresh.close();
});
