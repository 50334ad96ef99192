import { sql } from "drizzle-orm";
import { afterAll, beforeEach, describe, expect, test, vi } from "vitest";
import { testDatabase } from "#db/testing";
import { PortalError } from "#lib/core/error";
import { holding } from "#lib/testing/holding";
import { lockWaits } from "#lib/testing/lock-waits";
import { closeAccount } from "../close-account.ts";
import { addReseller, enter, PASSWORD, visitor } from "../testing/people.ts";
import { readSession } from "./read.ts";
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

const db = await testDatabase();
afterAll(() => db.close());
beforeEach(async () => {
  await db.sql`truncate throttles`;
});

const refusal = (email: string, password: string, address?: string): Promise<PortalError> =>
  signIn(visitor(db, address), { email, password }).then(
    () => expect.fail("signed in"),
    (error) => {
      expect(error).toBeInstanceOf(PortalError);
      return error;
    },
  );

/** Lets everyone's wait pass, as the clock would. */
const waitOver = () => db.sql`update throttles set free_at = now()`;

/** Makes every wait that has begun outlast the test, however slow the machine. */
const stretchWaits = () =>
  db.sql`update throttles set free_at = now() + interval '1 hour'
  where failures >= case when bucket like 'account:%' then 5 else 30 end`;

describe("the right password", () => {
  test("opens a session, whatever the case of the e-mail, and leaves no secret in the database", async () => {
    const { id, email } = await addReseller(db);
    const { secret, half, role, passwordGenerated } = await signIn(visitor(db, "192.0.2.7"), {
      email: ` ${email.toUpperCase()} `,
      password: PASSWORD,
      browser: { agent: "Firefox" },
    });
    if (half !== null) expect.fail("a code is asked");
    expect({ role, passwordGenerated }).toEqual({ role: "reseller", passwordGenerated: false });
    expect((await readSession(visitor(db), secret))?.actor).toMatchObject({ kind: "reseller", id, email });
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

  test("is told that the account is closed; the wrong one is not", async () => {
    const { id, email } = await addReseller(db);
    await closeAccount(db.systemCtx, { accountId: id, reason: "left" });
    expect((await refusal(email, PASSWORD)).code).toBe("forbidden");
    expect((await refusal(email, "wrong words")).code).toBe("invalid");
  });

  test("that is changed while it is being checked opens nothing", async () => {
    const { id, email } = await addReseller(db);
    const commit = await holding(
      db.db,
      sql`update accounts set password_hash = password_hash || 'x' where id = ${id}`,
    );
    const trying = refusal(email, PASSWORD);
    await lockWaits(db.systemCtx, 1);
    await commit();
    expect((await trying).code).toBe("invalid");
    expect(await db.sql`select from sessions where account_id = ${id}`).toHaveLength(0);
  });
});

describe("an unknown e-mail", () => {
  test("gets the same words for the same work as a wrong password", async () => {
    const { email } = await addReseller(db);
    work.count = 0;
    const wrong = await refusal(email, "wrong words here");
    const workForWrong = work.count;
    work.count = 0;
    const unknown = await refusal("nobody@kiosk.test", "wrong words here");
    expect(work.count).toBe(workForWrong);
    expect(workForWrong).toBe(1);
    const told = ({ code, message, fields, facts }: PortalError) => ({ code, message, fields, facts });
    expect(told(unknown)).toEqual(told(wrong));
  });

  test("is throttled like a known one", async () => {
    const { email } = await addReseller(db);
    const codes = async (who: string) => {
      const all = [];
      for (let i = 0; i < 6; i++) {
        all.push((await refusal(who, "wrong words here")).code);
        await stretchWaits();
      }
      return all;
    };
    const known = await codes(email);
    expect(known).toEqual([...Array(5).fill("invalid"), "rate_limited"]);
    expect(await codes("nobody@kiosk.test")).toEqual(known);
  });
});

describe("guessing", () => {
  test("in parallel gets no more tries than one after another, and a refused try costs no work", async () => {
    const { email } = await addReseller(db);
    await db.sql`insert into throttles values (${`account:${email}`}, 20, now(), now())`;
    work.count = 0;
    const all = await Promise.all(Array.from({ length: 25 }, () => refusal(email, "wrong words here")));
    expect(all.filter(({ code }) => code === "invalid")).toHaveLength(1);
    expect(work.count).toBe(1);
  });

  test("has to wait longer each time, up to five minutes, and never for ever", async () => {
    const { email } = await addReseller(db);
    const waits: unknown[] = [];
    for (let i = 0; i < 16; i++) {
      if ((await refusal(email, "wrong words here")).code !== "invalid") expect.fail("not let through");
      const [row] =
        await db.sql`select round(extract(epoch from free_at - updated_at))::int as wait from throttles`;
      waits.push(row?.wait);
      await waitOver();
    }
    expect(waits).toEqual([0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300, 300]);
    await signIn(visitor(db), { email, password: PASSWORD });
    expect(await db.sql`select from throttles where bucket like 'account:%'`).toHaveLength(0);
  });

  test("is told how long to wait", async () => {
    const { email } = await addReseller(db);
    await db.sql`insert into throttles values (${`account:${email}`}, 9, now() + interval '90 seconds', now())`;
    const error = await refusal(email, PASSWORD);
    expect(error.facts).toEqual({ retryAfter: 90 });
    expect(error.message).toBe("Too many tries. Wait 90 seconds, then try again.");
  });

  test("many accounts from one address runs into the address's own limit, and no other address does", async () => {
    await Promise.all(
      Array.from({ length: 30 }, (_, i) =>
        refusal(`nobody${i}@kiosk.test`, "wrong words here", "2001:db8:0:1::1"),
      ),
    );
    expect(await db.sql`select failures from throttles where bucket like 'address:%'`).toEqual([
      { failures: 30 },
    ]);
    await stretchWaits();
    const neighbour = await refusal("nobody99@kiosk.test", "wrong words here", "2001:db8:0:1:ffff::2");
    expect(neighbour.code).toBe("rate_limited");
    expect((await refusal("nobody99@kiosk.test", "wrong words here", "2001:db8:0:2::1")).code).toBe(
      "invalid",
    );
  });

  test("elsewhere does not lock the owner out of a place where they signed in lately", async () => {
    const { email } = await addReseller(db);
    await signIn(visitor(db, "198.51.100.1"), { email, password: PASSWORD });
    await Promise.all(Array.from({ length: 12 }, () => refusal(email, "wrong words here", "203.0.113.9")));
    await stretchWaits();
    expect((await refusal(email, PASSWORD, "203.0.113.10")).code).toBe("rate_limited");
    await signIn(visitor(db, "198.51.100.1"), { email, password: PASSWORD });
  });

  test("from an address that guessed too much, who signed in on this device before still can; others wait", async () => {
    const { email } = await addReseller(db);
    const [here, device] = ["203.0.113.40", "device-one"];
    await signIn(visitor(db, here), { email, password: PASSWORD, browser: { device } });
    await Promise.all(
      Array.from({ length: 30 }, (_, i) => refusal(`nobody${i}@kiosk.test`, "wrong words here", here)),
    );
    await db.sql`update throttles set free_at = now() + interval '1 hour' where bucket like 'address:%'`;
    expect((await refusal(email, PASSWORD, here)).code).toBe("rate_limited");
    await signIn(visitor(db, here), { email, password: PASSWORD, browser: { device } });

    const other = await addReseller(db);
    const stranger = { email: other.email, password: PASSWORD, browser: { device } };
    await expect(signIn(visitor(db, here), stranger)).rejects.toMatchObject({ code: "rate_limited" });
    const unknown = { email, password: PASSWORD, browser: { device: "device-two" } };
    await expect(signIn(visitor(db, here), unknown)).rejects.toMatchObject({ code: "rate_limited" });
  });

  test("for one account from the same address does not lock out the device that its owner used before", async () => {
    const { email } = await addReseller(db);
    const [here, browser] = ["203.0.113.41", { device: "device-three" }];
    await signIn(visitor(db, here), { email, password: PASSWORD, browser });
    await Promise.all(Array.from({ length: 12 }, () => refusal(email, "wrong words here", here)));
    await stretchWaits();
    expect((await refusal(email, PASSWORD, here)).code).toBe("rate_limited");
    await signIn(visitor(db, here), { email, password: PASSWORD, browser });
  });

  test("on a device that is known waits like anywhere", async () => {
    const { email } = await addReseller(db);
    const browser = { device: "device-four" };
    await signIn(visitor(db, "203.0.113.42"), { email, password: PASSWORD, browser });
    const guess = () =>
      signIn(visitor(db, "203.0.113.42"), { email, password: "wrong words here", browser }).catch(
        ({ code }) => code,
      );
    const codes = [];
    for (let i = 0; i < 6; i++) {
      codes.push(await guess());
      await stretchWaits();
    }
    expect(codes).toEqual([...Array(5).fill("invalid"), "rate_limited"]);
  });

  test("is forgotten after a quiet hour", async () => {
    const { email } = await addReseller(db);
    await Promise.all(Array.from({ length: 12 }, () => refusal(email, "wrong words here")));
    await db.sql`update throttles set updated_at = now() - interval '61 minutes', free_at = now()`;
    await refusal(email, "wrong words here");
    expect(await db.sql`select failures from throttles`).toEqual([{ failures: 1 }]);
  });

  test("beside one's own right password does not free the address", async () => {
    const { email } = await addReseller(db);
    for (let i = 0; i < 3; i++) {
      await refusal(`nobody${i}@kiosk.test`, "wrong words here", "203.0.113.20");
      await signIn(visitor(db, "203.0.113.20"), { email, password: PASSWORD });
    }
    expect(await db.sql`select failures from throttles where bucket = 'address:203.0.113.20'`).toEqual([
      { failures: 3 },
    ]);
  });
});

test("a session that was opened is the account's own", async () => {
  const [one, two] = [await addReseller(db), await addReseller(db)];
  const [first, second] = [await enter(db, one.email), await enter(db, two.email)];
  expect([first.session.actor.id, second.session.actor.id]).toEqual([one.id, two.id]);
});
