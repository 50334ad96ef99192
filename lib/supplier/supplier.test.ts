import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { isSupplierOn } from "#lib/catalogue/sale-conditions";
import { seal } from "#lib/core/seal";
import { placePurchase } from "#lib/purchase/place/place-purchase";
import { scene } from "#lib/testing/scene";
import { startSandbox } from "#sandbox/server";
import { checkSuppliers } from "./check-suppliers.ts";
import { listSuppliers } from "./list-suppliers.ts";
import { addSupplier, changeSupplier } from "./save-supplier.ts";
import { findSupplier, listSuppliersInUse } from "./supplier.ts";
import { syncSupplier } from "./sync-supplier.ts";
import { insertSupplier, supplierForm } from "./testing/second-supplier.ts";
import { turnSupplierOff, turnSupplierOn } from "./turn-supplier.ts";

const TOKEN = "second-token-of-the-operator";

const [at, second] = await Promise.all([scene(), startSandbox({ tokens: [{ token: TOKEN }] })]);
const admin = await at.admin();
afterAll(async () => {
  await second.close();
  await at.close();
});
beforeEach(async () => {
  vi.spyOn(process.stderr, "write").mockReturnValue(true);
  await second.control.reset();
  await at.system.db.execute(sql`alter table suppliers disable trigger suppliers_no_delete`);
  await at.system.db.execute(sql`delete from routes where supplier_id > 1`);
  for (const table of ["supplier_sending", "chain_cuts"])
    await at.system.db.execute(sql`delete from ${sql.identifier(table)} where supplier_id > 1`);
  await at.system.db.execute(sql`delete from suppliers where id > 1`);
  await at.system.db.execute(sql`update suppliers set enabled = true`);
  await at.system.db.execute(sql`alter table suppliers enable trigger suppliers_no_delete`);
  await at.system.db.execute(sql`delete from processes`);
});
afterEach(() => vi.restoreAllMocks());

const form = (changed = {}) => supplierForm(second, changed);
const countSuppliers = async () => (await listSuppliers(admin)).length;
const viewOf = async (id: number) => {
  const view = (await listSuppliers(admin)).find((supplier) => supplier.id === id);
  if (!view) throw new Error(`no supplier ${id}`);
  return view;
};
/** The suppliers beside the environment's that the portal buys from. */
const listBought = async () => {
  const rows = await at.system.db.execute<{ id: number }>(
    sql`select id from suppliers where id > 1 and ${isSupplierOn(sql`suppliers`)} order by id`,
  );
  return Promise.all(rows.map((row) => findSupplier(at.system, row.id)));
};
const turn = async (work: typeof turnSupplierOn, id: number) =>
  work(admin, { id, version: (await viewOf(id)).version, reason: "as agreed" });
const fieldOf = (field: string, message: RegExp | string) => ({
  code: "invalid",
  fields: { [field]: [typeof message === "string" ? message : expect.stringMatching(message)] },
});

describe("adding a supplier", () => {
  it("stores it off, with its list, its row for sending, and this database as the token's home", async () => {
    const added = await addSupplier(admin, form({ name: "Bundles Direct" }));
    const { plans } = await second.control.plans();
    expect(added).toMatchObject({ plans: plans.length, changed: plans.length, matched: plans.length });
    expect(await viewOf(added.id)).toMatchObject({
      name: "Bundles Direct",
      state: "off",
      needsToken: false,
      list: { isOld: false, failure: null },
      sending: { stopped: false },
      balance: null,
    });
    expect(await listBought()).toEqual([]);
  });

  it("shows the token nowhere: not in its row, the audit or a view", async () => {
    await addSupplier(admin, form());
    const [row] = await at.system.db.execute<{ all: string }>(sql`
      select (select json_agg(s)::text from suppliers s) || (select json_agg(a)::text from audit a) as all`);
    expect(row?.all).toContain("supplier.added");
    expect(row?.all).not.toContain(TOKEN);
    const views = JSON.stringify(await listSuppliers(admin), (_key, value) =>
      typeof value === "bigint" ? String(value) : value,
    );
    expect(views).not.toContain(TOKEN);
  });

  it("explains a rejected token, a wrong address and a missing level at the field, and stores nothing", async () => {
    const attempt = (changed: object) => addSupplier(admin, form(changed));
    await expect(attempt({ secretToken: "wrong" })).rejects.toMatchObject(
      fieldOf("secretToken", "The service rejects this token."),
    );
    await expect(attempt({ baseUrl: `${second.url}/nothing` })).rejects.toMatchObject(
      fieldOf("baseUrl", /^The service gave no plan list: HTTP 404/),
    );
    await second.control.order("not-found", { route: "filtered", times: "always" });
    await expect(attempt({})).rejects.toMatchObject(fieldOf("baseUrl", /no prices for each level/));
    expect(await countSuppliers()).toBe(1);
  });

  it.each([
    ["http://bundles.example", "The address must begin with https://."],
    ["ftp://bundles.example", "Enter an address such as https://service.example."],
    ["bundles", "Enter an address such as https://service.example."],
    ["https://me:secret@bundles.example", "Leave the name and password out of the address."],
    ["https://bundles.example/?token=1", "Leave out everything after ? or #."],
  ])("rejects the address %s", async (baseUrl, message) => {
    const issues = await addSupplier(admin, form({ baseUrl })).catch((error) => error.issues);
    expect(issues).toMatchObject([{ path: ["baseUrl"], message }]);
  });

  it("rejects the account of another supplier, also the environment's", async () => {
    await addSupplier(admin, form({ name: "Bundles Direct" }));
    await expect(addSupplier(admin, form({ baseUrl: `${second.url}/` }))).rejects.toMatchObject(
      fieldOf("secretToken", /^This is the account of Bundles Direct\./),
    );
    const main = {
      baseUrl: process.env.UPSTREAM_BASE_URL ?? "",
      secretToken: process.env.UPSTREAM_API_TOKEN ?? "",
    };
    await expect(addSupplier(admin, form(main))).rejects.toMatchObject(
      fieldOf("secretToken", /^This is the account of Main supplier\./),
    );
    await expect(addSupplier(admin, form({ name: "Bundles Direct" }))).rejects.toMatchObject({
      code: "invalid",
    });
    expect(await countSuppliers()).toBe(2);
  });

  it("asks for the admin's password", async () => {
    const { actor } = admin;
    const setConfirmedAt = (time: string | null) =>
      at.system.db.execute(
        sql`update sessions set confirmed_at = ${time}::timestamptz where id = ${(actor as { sessionId: number }).sessionId}`,
      );
    await setConfirmedAt(null);
    await expect(addSupplier(admin, form())).rejects.toMatchObject({
      code: "invalid",
      fields: { confirmPassword: expect.any(Array) },
    });
    await setConfirmedAt("now");
    expect(await countSuppliers()).toBe(1);
  });
});

describe("changing a supplier", () => {
  const change = async (id: number, changed: object = {}) => {
    const { name, version } = await viewOf(id);
    const usage = { name, rank: 2, lowBalance: "50,000", reason: "new contract" };
    return changeSupplier(admin, { id, version, ...usage, ...changed });
  };

  it("keeps address and token unless both are entered", async () => {
    const { id } = await addSupplier(admin, form());
    await expect(change(id, { baseUrl: "https://elsewhere.example" })).rejects.toMatchObject(
      fieldOf("secretToken", "Enter the token of the new address."),
    );
    await change(id, { name: "Renamed", baseUrl: second.url, secretToken: "", rank: 7 });
    expect(await viewOf(id)).toMatchObject({ name: "Renamed", rank: 7, address: second.url, version: 2 });
    await turn(turnSupplierOn, id);
    expect(await listBought()).toMatchObject([{ id, token: TOKEN, baseUrl: second.url }]);
  });

  it("tries a new token before it saves it", async () => {
    const { id } = await addSupplier(admin, form());
    await turn(turnSupplierOn, id);
    await expect(change(id, { secretToken: "wrong" })).rejects.toMatchObject(
      fieldOf("secretToken", "The service rejects this token."),
    );
    expect(await listBought()).toMatchObject([{ token: TOKEN }]);
    await second.control.tokens([{ token: "replaced-token" }]);
    await change(id, { secretToken: "replaced-token" });
    expect(await listBought()).toMatchObject([{ token: "replaced-token" }]);
    expect((await viewOf(id)).routes.closedByPlan).toBeGreaterThan(0);
  });

  it("leaves open purchases of an earlier token to admins: the new one may be another account’s", async () => {
    const { id } = await addSupplier(admin, form());
    const { ctx } = await at.reseller();
    const input = { ref: "earlier", phone: "08031234567", channel: "web" as const, again: true };
    const { purchase } = await placePurchase(ctx, { ...input, ...at.offered() });
    await at.system.db.execute(sql`update purchases set state = 'sending' where ident = ${purchase.ident}`);
    await at.system.db.execute(sql`
      insert into attempts (purchase_id, supplier_id, worker, result, cost)
      select id, ${id}, 'w', 'unconfirmed', cost from purchases
      where ident = ${purchase.ident}`);
    await second.control.tokens([{ token: "another-token" }]);
    await change(id, { secretToken: "another-token" });
    expect(
      await at.system.db.execute(sql`select discrepancy from attempts where supplier_id = ${id}`),
    ).toEqual([{ discrepancy: "the token of its supplier was replaced since" }]);
  });

  it("forgets all matches when the address names another service", async () => {
    const elsewhere = await startSandbox({ tokens: [{ token: TOKEN }] });
    try {
      const { id } = await addSupplier(admin, form());
      await at.system.db.execute(
        sql`update routes set matched_by = 'admin:1', plan_id = null, ignored = true where supplier_id = ${id}`,
      );
      await elsewhere.control.setType({ id: 1, name: "Other" });
      await change(id, { baseUrl: elsewhere.url, secretToken: TOKEN });
      const view = await viewOf(id);
      expect(view.routes.ignored).toBe(0);
      expect(view.routes.toMatch).toBeGreaterThan(0);
    } finally {
      await elsewhere.close();
    }
  });

  it("conflicts with a change that came first", async () => {
    const { id } = await addSupplier(admin, form());
    await change(id);
    await expect(change(id, { version: 1 })).rejects.toMatchObject({ code: "conflict" });
  });

  it("sells by the level and pace that an admin sets for the environment's supplier", async () => {
    const before = await viewOf(1);
    vi.stubEnv("UPSTREAM_PURCHASES_PER_MINUTE", undefined);
    try {
      await change(1, { name: "Main supplier", level: "top_user", perMinute: 45 });
      expect(await findSupplier(at.system, 1)).toMatchObject({ level: "top_user", perMinute: 45 });
      await syncSupplier(admin, { id: 1 });
      expect(await viewOf(1)).toMatchObject({
        level: "top_user",
        perMinute: 45,
        timeoutMs: before.timeoutMs,
      });
    } finally {
      vi.unstubAllEnvs();
      await change(1, { name: "Main supplier", level: before.level, perMinute: before.perMinute });
      await syncSupplier(admin, { id: 1 });
    }
  });

  it("leaves address and token of the environment's supplier to the environment", async () => {
    await change(1, { name: "Main supplier", baseUrl: second.url, secretToken: TOKEN, rank: 4 });
    const [row] = await at.system.db.execute(
      sql`select rank, base_url, sealed_token from suppliers where id = 1`,
    );
    expect(row).toEqual({ rank: 4, base_url: process.env.UPSTREAM_BASE_URL, sealed_token: null });
  });
});

describe("turning a supplier on and off", () => {
  it("follows its balance from then on", async () => {
    const id = await insertSupplier(at.system);
    await at.system.db.execute(sql`update suppliers set scanned_until = '2020-01-01' where id = ${id}`);
    await turn(turnSupplierOn, id);
    const [row] = await at.system.db.execute(
      sql`select enabled, scanned_until > now() - interval '1 minute' as now from suppliers where id = ${id}`,
    );
    expect(row).toEqual({ enabled: true, now: true });
  });

  it("turns the environment's off only while another one is on", async () => {
    const id = await insertSupplier(at.system);
    await expect(turn(turnSupplierOff, 1)).rejects.toMatchObject({
      code: "conflict",
      message: "No other supplier is on. Turn another one on first, or stop sending.",
    });
    await turn(turnSupplierOn, id);
    await turn(turnSupplierOff, 1);
    expect(await viewOf(1)).toMatchObject({ state: "off" });
    await expect(turn(turnSupplierOff, id)).rejects.toMatchObject({ code: "conflict" });
  });

  it("needs its token again in a restored copy", async () => {
    const { id } = await addSupplier(admin, form());
    await turn(turnSupplierOn, id);
    await at.system.db.execute(sql`update suppliers set home = 'another database' where id = ${id}`);
    expect(await listBought()).toEqual([]);
    expect(await viewOf(id)).toMatchObject({ state: "token" });
    await expect(syncSupplier(admin, { id })).rejects.toMatchObject({ code: "conflict" });
    await expect(turn(turnSupplierOff, 1)).rejects.toMatchObject({ code: "conflict" });
    await at.system.db.execute(sql`update suppliers set enabled = false where id = ${id}`);
    await expect(turn(turnSupplierOn, id)).rejects.toMatchObject({
      message: "Enter this supplier’s token again first.",
    });
    await at.system.db.execute(sql`update suppliers set enabled = true where id = ${id}`);
    const { name, version } = await viewOf(id);
    const usage = { name, rank: 1, lowBalance: "1", reason: "restored" };
    await expect(changeSupplier(admin, { id, version, ...usage, level: "affiliate" })).rejects.toMatchObject(
      fieldOf("secretToken", "Enter this supplier’s token again."),
    );
    await changeSupplier(admin, { id, version, ...usage, baseUrl: second.url, secretToken: TOKEN });
    expect(await listBought()).toMatchObject([{ id }]);
  });
});

it("buys nothing from a supplier whose dialect the portal doesn't have", async () => {
  const id = await insertSupplier(at.system, { enabled: true });
  expect(await findSupplier(at.system, id)).toMatchObject({ dialect: "standard" });
  await at.system.db.execute(sql`update suppliers set dialect = 'gone' where id = ${id}`);
  expect(await findSupplier(at.system, id)).toBeUndefined();
  expect((await listSuppliersInUse(at.system)).map((supplier) => supplier.id)).toEqual([1]);
});

describe("checkSuppliers", () => {
  it("fetches each list with the stored token, and names the problem in one sentence", async () => {
    const { id } = await addSupplier(admin, form());
    const name = (await viewOf(id)).name;
    const main = { id: 1, plans: 76, problem: null };
    const { syncedAt } = (await viewOf(id)).list;
    expect(await checkSuppliers(admin)).toMatchObject([main, { id, name, plans: 76, problem: null }]);
    await at.system.db.execute(
      sql`update suppliers set sealed_token = ${seal("revoked", "supplier tokens")} where id = ${id}`,
    );
    expect(await checkSuppliers(admin)).toMatchObject([
      main,
      { id, plans: null, problem: "The service rejects this token." },
    ]);
    expect((await viewOf(id)).list).toMatchObject({ syncedAt, failure: null });
  });

  it("checks one supplier, and uses no token that was entered in another database", async () => {
    const { id } = await addSupplier(admin, form());
    expect(await checkSuppliers(admin, { id })).toMatchObject([{ id, plans: 76 }]);
    await at.system.db.execute(sql`update suppliers set home = 'elsewhere' where id = ${id}`);
    expect(await checkSuppliers(admin, { id })).toMatchObject([{ id, problem: "Enter its token again." }]);
    await expect(checkSuppliers(admin, { id: id + 1 })).rejects.toMatchObject(
      fieldOf("id", "No supplier has this number."),
    );
    const { ctx } = await at.reseller();
    await expect(checkSuppliers(ctx)).rejects.toMatchObject({ code: "not_found" });
  });
});
