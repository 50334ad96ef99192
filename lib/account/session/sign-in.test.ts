import { sql } from "drizzle-orm";
import { describe, expect, test, vi } from "vitest";
import { closeAccount } from "#lib/account/close-account";
import { openAccountScene } from "#lib/account/testing/account-scene";
import { TEST_PASSWORD } from "#lib/account/testing/test-accounts";
import { PortalError } from "#lib/core/error";
import { holdTransaction } from "#lib/testing/hold-transaction";
import { waitForLocks } from "#lib/testing/wait-for-locks";
import { readSession } from "./read-session.ts";
import { signIn } from "./sign-in.ts";

const work = vi.hoisted(() => ({ count: 0 }));

vi.mock("node:crypto", async (original) => {
  const crypto = await original<typeof import("node:crypto")>();
  const argon2: typeof crypto.argon2 = (...args) => {
    work.count += 1;
    crypto.argon2(...args);
  };
  return { ...crypto, argon2 };
});

const { db, addReseller, openTestSession, visitor } = await openAccountScene();

const rejection = (email: string, password: string, address?: string): Promise<PortalError> =>
  signIn(visitor(address), { email, password }).then(
    () => expect.fail("signed in"),
    (error) => {
      expect(error).toBeInstanceOf(PortalError);
      return error;
    },
  );

/** Ends every wait, as the clock would. */
const waitOver = () => db.sql`update throttles set free_at = now()`;

/** Makes every wait that has begun outlast the test, however slow the machine. */
const stretchWaits = () =>
  db.sql`update throttles set free_at = now() + interval '1 hour'
  where failures >= case when bucket like 'account:%' then 5 else 30 end`;

describe("the right password", () => {
  test("opens a session for an email in any case, and stores no secret", async () => {
    const { id, email } = await addReseller();
    const { secret, half, role, passwordGenerated } = await signIn(visitor("192.0.2.7"), {
      email: ` ${email.toUpperCase()} `,
      password: TEST_PASSWORD,
      browser: { agent: "Firefox" },
    });
    if (half !== null) expect.fail("a code is asked");
    expect({ role, passwordGenerated }).toEqual({ role: "reseller", passwordGenerated: false });
    expect((await readSession(visitor(), secret))?.actor).toMatchObject({
      kind: "reseller",
      id,
      email,
    });
    const [row] = await db.sql`select * from sessions where account_id = ${id}`;
    expect(row).toMatchObject({ address: "192.0.2.7", agent: "Firefox" });
    expect(JSON.stringify(row)).not.toContain(secret);
    const [audit] = await db.sql`select * from audit where action = 'session.opened' and reseller_id = ${id}`;
    expect(audit).toMatchObject({
      actor: `reseller:${id}`,
      address: "192.0.2.7",
      subject_id: String(row?.id),
    });
  });

  test("reports a closed account only for the right password", async () => {
    const { id, email } = await addReseller();
    await closeAccount(db.systemCtx, { accountId: id, reason: "left" });
    expect((await rejection(email, TEST_PASSWORD)).code).toBe("forbidden");
    expect((await rejection(email, "wrong words")).code).toBe("invalid");
  });

  test("opens nothing when it changes during the check", async () => {
    const { id, email } = await addReseller();
    const commit = await holdTransaction(
      db.db,
      sql`update accounts set password_hash = password_hash || 'x' where id = ${id}`,
    );
    const trying = rejection(email, TEST_PASSWORD);
    await waitForLocks(db.systemCtx, 1);
    await commit();
    expect((await trying).code).toBe("invalid");
    expect(await db.sql`select from sessions where account_id = ${id}`).toHaveLength(0);
  });
});

describe("an unknown email", () => {
  test("gets the same text for the same work as a wrong password", async () => {
    const { email } = await addReseller();
    work.count = 0;
    const wrong = await rejection(email, "wrong words here");
    const workForWrong = work.count;
    work.count = 0;
    const unknown = await rejection("nobody@kiosk.test", "wrong words here");
    expect(work.count).toBe(workForWrong);
    expect(workForWrong).toBe(1);
    const toResponse = ({ code, message, fields, facts }: PortalError) => ({ code, message, fields, facts });
    expect(toResponse(unknown)).toEqual(toResponse(wrong));
  });

  test("is limited like a known one", async () => {
    const { email } = await addReseller();
    const codes = async (address: string) => {
      const all = [];
      for (let i = 0; i < 6; i++) {
        all.push((await rejection(address, "wrong words here")).code);
        await stretchWaits();
      }
      return all;
    };
    const knownCodes = await codes(email);
    expect(knownCodes).toEqual([...Array(5).fill("invalid"), "rate_limited"]);
    expect(await codes("nobody@kiosk.test")).toEqual(knownCodes);
  });
});

describe("guessing", () => {
  test("gets no more attempts in parallel than in sequence, and a rejected attempt costs no work", async () => {
    const { email } = await addReseller();
    await db.sql`insert into throttles values (${`account:${email}`}, 20, now(), now())`;
    work.count = 0;
    const all = await Promise.all(Array.from({ length: 25 }, () => rejection(email, "wrong words here")));
    expect(all.filter(({ code }) => code === "invalid")).toHaveLength(1);
    expect(work.count).toBe(1);
  });

  test("waits longer each time, up to five minutes", async () => {
    const { email } = await addReseller();
    const waits: unknown[] = [];
    for (let i = 0; i < 16; i++) {
      if ((await rejection(email, "wrong words here")).code !== "invalid") expect.fail("not let through");
      const [row] =
        await db.sql`select round(extract(epoch from free_at - updated_at))::int as wait from throttles`;
      waits.push(row?.wait);
      await waitOver();
    }
    expect(waits).toEqual([0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300, 300]);
    await signIn(visitor(), { email, password: TEST_PASSWORD });
    expect(await db.sql`select from throttles where bucket like 'account:%'`).toHaveLength(0);
  });

  test("returns the seconds to wait", async () => {
    const { email } = await addReseller();
    await db.sql`insert into throttles values (${`account:${email}`}, 9, now() + interval '90 seconds', now())`;
    const error = await rejection(email, TEST_PASSWORD);
    expect(error.facts).toEqual({ retryAfter: 90 });
    expect(error.message).toBe("Too many attempts. Wait 90 seconds, then try again.");
  });

  test("reaches the address's limit over many accounts, and only that address's", async () => {
    await Promise.all(
      Array.from({ length: 30 }, (_, i) =>
        rejection(`nobody${i}@kiosk.test`, "wrong words here", "2001:db8:0:1::1"),
      ),
    );
    // That of its network, and of the larger one that a holder may have.
    expect(await db.sql`select failures from throttles where bucket like 'address:%'`).toEqual([
      { failures: 30 },
      { failures: 30 },
    ]);
    await stretchWaits();
    const neighbour = await rejection("nobody99@kiosk.test", "wrong words here", "2001:db8:0:1:ffff::2");
    expect(neighbour.code).toBe("rate_limited");
    expect((await rejection("nobody99@kiosk.test", "wrong words here", "2001:db8:1:1::1")).code).toBe(
      "invalid",
    );
  });

  test("elsewhere doesn't lock the owner out of an address of a recent sign-in", async () => {
    const { email } = await addReseller();
    await signIn(visitor("198.51.100.1"), { email, password: TEST_PASSWORD });
    await Promise.all(Array.from({ length: 12 }, () => rejection(email, "wrong words here", "203.0.113.9")));
    await stretchWaits();
    expect((await rejection(email, TEST_PASSWORD, "203.0.113.10")).code).toBe("rate_limited");
    await signIn(visitor("198.51.100.1"), { email, password: TEST_PASSWORD });
  });

  test("lets a known device sign in from a limited address, where others wait", async () => {
    const { email } = await addReseller();
    const [here, device] = ["203.0.113.40", "device-one"];
    await signIn(visitor(here), { email, password: TEST_PASSWORD, browser: { device } });
    await Promise.all(
      Array.from({ length: 30 }, (_, i) => rejection(`nobody${i}@kiosk.test`, "wrong words here", here)),
    );
    await db.sql`update throttles set free_at = now() + interval '1 hour' where bucket like 'address:%'`;
    expect((await rejection(email, TEST_PASSWORD, here)).code).toBe("rate_limited");
    await signIn(visitor(here), { email, password: TEST_PASSWORD, browser: { device } });

    const neighbour = await addReseller();
    const stranger = { email: neighbour.email, password: TEST_PASSWORD, browser: { device } };
    await expect(signIn(visitor(here), stranger)).rejects.toMatchObject({ code: "rate_limited" });
    const unknown = { email, password: TEST_PASSWORD, browser: { device: "device-two" } };
    await expect(signIn(visitor(here), unknown)).rejects.toMatchObject({ code: "rate_limited" });
  });

  test("from the same address doesn't lock out the owner's known device", async () => {
    const { email } = await addReseller();
    const [here, browser] = ["203.0.113.41", { device: "device-three" }];
    await signIn(visitor(here), { email, password: TEST_PASSWORD, browser });
    await Promise.all(Array.from({ length: 12 }, () => rejection(email, "wrong words here", here)));
    await stretchWaits();
    expect((await rejection(email, TEST_PASSWORD, here)).code).toBe("rate_limited");
    await signIn(visitor(here), { email, password: TEST_PASSWORD, browser });
  });

  test("makes a known device wait after failed sign-ins too", async () => {
    const { email } = await addReseller();
    const browser = { device: "device-four" };
    await signIn(visitor("203.0.113.42"), { email, password: TEST_PASSWORD, browser });
    const guess = () =>
      signIn(visitor("203.0.113.42"), { email, password: "wrong words here", browser }).catch(
        ({ code }) => code,
      );
    const codes = [];
    for (let i = 0; i < 6; i++) {
      codes.push(await guess());
      await stretchWaits();
    }
    expect(codes).toEqual([...Array(5).fill("invalid"), "rate_limited"]);
  });

  test("is reset after a quiet hour", async () => {
    const { email } = await addReseller();
    await Promise.all(Array.from({ length: 12 }, () => rejection(email, "wrong words here")));
    await db.sql`update throttles set updated_at = now() - interval '61 minutes', free_at = now()`;
    await rejection(email, "wrong words here");
    expect(await db.sql`select failures from throttles`).toEqual([{ failures: 1 }]);
  });

  test("keeps the address limited when the guesser's own password is right", async () => {
    const { email } = await addReseller();
    for (let i = 0; i < 3; i++) {
      await rejection(`nobody${i}@kiosk.test`, "wrong words here", "203.0.113.20");
      await signIn(visitor("203.0.113.20"), { email, password: TEST_PASSWORD });
    }
    expect(await db.sql`select failures from throttles where bucket = 'address:203.0.113.20'`).toEqual([
      { failures: 3 },
    ]);
  });
});

test("opens a session of the account", async () => {
  const [first, second] = [await addReseller(), await addReseller()];
  const sessions = [await openTestSession(first.email), await openTestSession(second.email)];
  expect(sessions.map(({ session }) => session.actor.id)).toEqual([first.id, second.id]);
});
