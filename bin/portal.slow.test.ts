import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { sql } from "drizzle-orm";
import { afterAll, describe, expect, test, vi } from "vitest";
import { createTestDatabase } from "#db/testing";
import { createReseller } from "#lib/account/reseller/create-reseller";
import { runCommandLine } from "./portal/run.ts";

const db = await createTestDatabase();
process.env.DATABASE_URL = db.url;
afterAll(() => db.close());

const PORTAL = fileURLToPath(new URL("./portal.ts", import.meta.url));

/** Runs the command line as a process of its own. */
function portal(args: string[], env: Record<string, string> = {}) {
  return new Promise<{ code: number; out: string; err: string }>((resolve) => {
    const options = { env: { ...process.env, ...env } };
    execFile(process.execPath, ["--conditions=react-server", PORTAL, ...args], options, (error, out, err) => {
      resolve({ code: Number(error?.code ?? 0), out: out.trimEnd(), err: err.trimEnd() });
    });
  });
}

/** Runs the command line within this process: a new one takes longer to start than all its work. */
async function runJson(args: string[]) {
  const streams = [process.stdout, process.stderr].map((stream) =>
    vi.spyOn(stream, "write").mockReturnValue(true),
  );
  const code = await runCommandLine(args);
  const [out = "", err = ""] = streams.map(({ mock }) =>
    mock.calls
      .map(([text]) => text)
      .join("")
      .trimEnd(),
  );
  vi.restoreAllMocks();
  const [, announcement = "", result = ""] = /^(.+…\n?)?([\s\S]*)$/.exec(out) ?? [];
  return { code, out: result, err, announcement: announcement.trim() };
}

const PASSPHRASE = "green boat on the hill";
await runJson(["admin", "add", "--email", "ada@kiosk.test", "--name", "Ada", "--password", PASSPHRASE]);

describe("the operator's command line", () => {
  test("adds an admin and a reseller, and credits a wallet, each with one line of output", async () => {
    expect(
      await portal(["admin", "add", "--email", "eve@kiosk.test", "--name", "Eve", "--password", PASSPHRASE]),
    ).toEqual({
      code: 0,
      out: expect.stringMatching(
        /^Adding eve@kiosk.test as an admin with the role Owner…\nAdmin \d+ eve@kiosk.test added$/,
      ),
      err: "",
    });
    const added = await runJson([
      "reseller",
      "add",
      "--email",
      "rita@kiosk.test",
      "--name",
      "Rita",
      "--level",
      "top_user",
    ]);
    expect(added.out).toMatch(
      /^Reseller \d+ rita@kiosk.test \(top_user\) added, password [a-z2-9-]{19} \(shown only once/,
    );
    const credit = [
      "wallet",
      "credit",
      "--email",
      "rita@kiosk.test",
      "--amount",
      "5000.00",
      "--reason",
      "cash",
    ];
    expect((await runJson(credit)).out).toBe("₦5,000 credited to rita@kiosk.test. New balance: ₦5,000");
    expect(JSON.parse((await runJson([...credit, "--json"])).out)).toMatchObject({
      email: "rita@kiosk.test",
      amount: "5000.00",
      balance: "10000.00",
    });
    const check = await runJson(["check", "--json"]);
    expect(check.code).toBe(0);
    expect(JSON.parse(check.out)).toMatchObject({ ok: true, findings: [] });
    expect(
      await db.sql`select distinct actor from audit where reseller_id =
        (select id from accounts where email = 'rita@kiosk.test')`,
    ).toEqual([{ actor: "system:cli" }]);
  });

  test("lists admins and closes one, but never the last owner", async () => {
    await db.sql`update staff set role_id = (select id from staff_roles where built_in = 'support')
      where id <> (select id from accounts where email = 'ada@kiosk.test')`;
    const close = ["admin", "close", "--reason", "left us", "--email"];
    expect((await runJson([...close, "ada@kiosk.test"])).err).toBe(
      "The portal needs an owner who can sign in. Add another owner first.",
    );
    await runJson(["admin", "add", "--email", "ben@kiosk.test", "--name", "Ben", "--password", PASSPHRASE]);
    const closed = await runJson([...close, "ben@kiosk.test"]);
    expect([closed.code, closed.out]).toEqual([
      0,
      expect.stringMatching(/^Admin \d+ ben@kiosk\.test closed$/),
    ]);
    expect((await runJson(["admin", "list"])).out).toMatch(
      /^\d+ ada@kiosk\.test Ada \(Owner\);.* \d+ ben@kiosk\.test Ben \(closed\)/,
    );
    const { admins } = JSON.parse((await runJson(["admin", "list", "--json"])).out);
    expect(admins).toContainEqual(expect.objectContaining({ email: "ada@kiosk.test", state: "active" }));
    expect(admins).toContainEqual(expect.objectContaining({ email: "ben@kiosk.test", state: "closed" }));
    expect((await runJson([...close, "nobody@kiosk.test"])).err).toBe("This admin does not exist.");
  });

  test("resets two-factor sign-in, with a reason", async () => {
    await db.sql`insert into second_factors (account_id, secret, enabled_at)
      select id, 'sealed', now() from accounts where email = 'ada@kiosk.test'`;
    const reset = ["two-factor", "reset", "--email", "Ada@kiosk.test", "--reason", "phone stolen"];
    expect((await runJson(reset)).out).toBe(
      "Two-factor sign-in of ada@kiosk.test reset, and the account signed out everywhere",
    );
    expect((await runJson(reset)).err).toBe("This account has no two-factor sign-in. Nothing was changed.");
    expect(await db.sql`select reason from audit where action = 'two_factor.reset'`).toEqual([
      { reason: "phone stolen" },
    ]);
  });

  test("prints JSON with the generated password", async () => {
    const { out } = await runJson([
      "reseller",
      "add",
      "--email",
      "j@kiosk.test",
      "--name",
      "J",
      "--level",
      "api",
      "--json",
    ]);
    expect(JSON.parse(out)).toEqual({
      id: expect.any(Number),
      email: "j@kiosk.test",
      name: "J",
      level: "api",
      password: expect.stringMatching(/^[a-z2-9-]{19}$/),
    });
  });

  test("reports an unbalanced ledger, and fails", async () => {
    const unbalanced = await createTestDatabase();
    await unbalanced.sql`insert into accounts (role, email, name, password_hash, password_generated)
      values ('reseller', 'x@kiosk.test', 'X', '', false)`;
    await unbalanced.sql`insert into resellers (id, level) select id, 'api' from accounts`;
    await unbalanced.sql`alter table wallets disable trigger user`;
    await unbalanced.sql`update wallets set wallet = 500, funding = -500`;
    const { code, out } = await portal(["check"], { DATABASE_URL: unbalanced.url });
    expect([code, out]).toEqual([1, expect.stringMatching(/^Checks failed: .*balances/)]);
    await unbalanced.sql`update wallets set wallet = 0, held = 500`;
    const { out: held } = await portal(["check"], { DATABASE_URL: unbalanced.url });
    expect(held).toContain("held money doesn't match their open purchases");
    await unbalanced.close();
  });

  test("erases a person's data by their email", async () => {
    await runJson(["reseller", "add", "--email", "e@kiosk.test", "--name", "E", "--level", "api"]);
    const { code, out } = await runJson([
      "personal",
      "erase",
      "--email",
      "e@kiosk.test",
      "--reason",
      "requested",
    ]);
    expect([code, out]).toEqual([0, expect.stringMatching(/^Personal data of e@kiosk\.test erased: /)]);
  });

  test("stops and starts sending, with a reason", async () => {
    const stop = ["sending", "stop", "--reason", "the float is moved"];
    expect((await runJson(stop)).out).toBe("Sending stopped");
    expect(await db.sql`select stopped, stop_reason from dispatcher`).toEqual([
      { stopped: true, stop_reason: "the float is moved" },
    ]);
    expect((await runJson(["sending", "start", "--reason", "the float is back"])).out).toBe(
      "Sending started",
    );
    expect(await db.sql`select stopped from dispatcher`).toEqual([{ stopped: false }]);
  });

  test("announces a change before it makes it, and nothing where nothing changes", async () => {
    const sent = ["sending", "start", "--reason", "r"];
    expect((await runJson(sent)).announcement).toBe("Starting purchases to all suppliers…");
    expect((await runJson([...sent, "--supplier", "9"])).announcement).toBe(
      "Starting purchases to supplier 9…",
    );
    expect((await runJson([...sent, "--json"])).announcement).toBe("");
    for (const args of [["check"], ["admin", "list"], ["alert"], ["secrets", "list"]])
      expect((await runJson(args)).announcement).toBe("");
  });

  test("lists its commands", async () => {
    const { code, out } = await runJson(["help"]);
    expect(code).toBe(0);
    for (const command of ["admin add", "reseller add", "wallet credit", "catalogue sync", "check"]) {
      expect(out).toContain(command);
    }
  });
});

describe("a mistake", () => {
  test.each([
    [["bogus"], /^Unknown command "bogus"\. Use one of: setup, .*help\.$/],
    [["supplier", "check", "--id", "7"], /^No supplier has this number\.$/],
    [["supplier", "check", "--id", "all"], /^--id: /],
    [["wallet", "burn"], /^Unknown command "wallet burn"\. Use one of: /],
    [["constructor"], /^Unknown command "constructor"/],
    [["admin", "add", "--mail", "x"], /^Unknown option '--mail'\. Usage: admin add --email --name/],
    [["admin", "add", "extra"], /^Unexpected argument 'extra'.* Usage: admin add/],
    [["admin", "add", "--email", "a@kiosk.test"], /^Missing --name\. Usage: admin add/],
    [["personal", "erase", "--reason", "r"], /^Missing --email or --phone\. Usage: personal erase/],
    [
      ["personal", "erase", "--email", "a@b.test", "--phone", "0803", "--reason", "r"],
      /^Use only one of --email, --phone\. Usage/,
    ],
    [["support", "--log", "/nowhere/log"], /^The log file \/nowhere\/log can't be read\.$/],
    [["admin", "add", "--email", "nonsense", "--name", "A"], /^--email: Enter a valid email address\.$/],
    [
      ["admin", "add", "--email", "a@kiosk.test", "--name", "A", "--password", "short"],
      /^Use at least 10 characters\.$/,
    ],
    [
      ["reseller", "add", "--email", "a@kiosk.test", "--name", "A", "--level", "gold"],
      /^--level: The level is one of/,
    ],
    [
      ["wallet", "credit", "--email", "no@kiosk.test", "--amount", "1", "--reason", "r"],
      /^This reseller does not exist\.$/,
    ],
  ])("%j prints one line with the reason, and exits with 1", async (args, line) => {
    const { code, out, err } = await runJson(args);
    expect([code, out]).toEqual([1, ""]);
    expect(err).toMatch(line);
    expect(err).not.toContain("\n");
  });

  test.each(["0", "-5", "1.234"])("an amount of %s moves no money", async (amount) => {
    const email = `amount.${amount.replace("-", "minus")}@kiosk.test`;
    const { id } = await createReseller(db.systemCtx, {
      email,
      name: "A",
      level: "api",
      password: PASSPHRASE,
    });
    const { code, err } = await runJson([
      "wallet",
      "credit",
      "--email",
      email,
      `--amount=${amount}`,
      "--reason",
      "r",
    ]);
    expect(code).toBe(1);
    expect(err).not.toContain("\n");
    expect(await db.sql`select from journals where reseller_id = ${id}`).toHaveLength(0);
  });

  test("in the configuration names the invalid variable, and never a value", async () => {
    const { code, err } = await portal(["check"], { NEXTAUTH_SECRET: "tooshort" });
    expect(code).toBe(1);
    expect(err).toBe(
      "The configuration is incomplete or invalid: NEXTAUTH_SECRET: must have at least 32 characters: openssl rand -base64 32 makes one",
    );
  });

  test("in the database's address is reported as such", async () => {
    const { code, err } = await portal(["check"], { DATABASE_URL: "postgres://u:p@127.0.0.1:1/none" });
    expect([code, err]).toEqual([
      1,
      "The database can't be reached: the address rejects connections. Check DATABASE_URL.",
    ]);
  });

  test("lists the secrets that are set, and the effects of removing previous ones", async () => {
    const { code, out } = await portal(["secrets", "list"], {
      PAYSTACK_SECRET_KEY: "sk_new",
      PAYSTACK_SECRET_KEY_BEFORE: "sk_old",
      PORTAL_NAME: "K",
    });
    expect({ code, secret: /sk_/.test(out) }).toEqual({ code: 0, secret: false });
    expect(out).toContain("PAYSTACK_SECRET_KEY_BEFORE (variable)");
    expect(out).toContain(
      "Effects of removing PAYSTACK_SECRET_KEY_BEFORE: webhooks that Paystack still signs with it",
    );
  });

  test("reads in a list of sales while sending is stopped, and nothing of a wrong one", async () => {
    const file = join(mkdtempSync(join(tmpdir(), "portal-sold-")), "sold.txt");
    const args = ["restored", "sold", "--supplier", "1", "--file", file];
    expect(await runJson(args)).toMatchObject({ code: 1, err: `The file ${file} can't be read.` });
    writeFileSync(file, "DT0123456789ABCDEF\norder 1\n");
    expect(await runJson(args)).toMatchObject({ code: 1, err: expect.stringContaining("line 2.") });
    writeFileSync(file, "DT0123456789ABCDEF\ndt0123456789abcde0\n\n");
    expect(await runJson(args)).toMatchObject({
      code: 1,
      err: expect.stringContaining("Sending isn't stopped."),
    });
    await db.systemCtx.db.execute(
      sql`update dispatcher set stopped = true, stop_reason = 'x', stopped_at = now(), home = database_identity()`,
    );
    try {
      expect(await runJson(args)).toMatchObject({
        code: 0,
        out: "2 references of Main supplier: 0 unconfirmed, 0 delivered, 2 not in this database, and never sent",
        err: "",
      });
    } finally {
      await db.sql`update dispatcher set stopped = false, stop_reason = null, stopped_at = null, home = null`;
    }
    rmSync(dirname(file), { recursive: true });
  });
});
