import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { Ctx } from "#lib/core/context";
import { PATIENCE_MS } from "#lib/testing/patience";
import { type Scene, scene } from "#lib/testing/scene";
import { check } from "../check.ts";
import { place } from "../place/place.ts";
import { type Claim, claim } from "./claim.ts";
import { deliver } from "./deliver.ts";

let at: Scene;
let buyer: { id: number; ctx: Ctx };
let logged: Record<string, unknown>[];

beforeAll(async () => {
  at = await scene();
  buyer = await at.reseller();
  for (const statement of [
    // A sequence counts on although what asked it is undone.
    sql`create sequence refusals`,
    sql`create table refusing (code text not null, times int not null)`,
    sql`create function refuse() returns trigger language plpgsql as $$
      declare refusing record; begin
      for refusing in select * from refusing loop
        if nextval('refusals') <= refusing.times then
          raise exception 'refused' using errcode = refusing.code;
        end if;
      end loop;
      return new;
    end $$`,
    sql`create trigger refuse before update on purchases for each row
      when (new.state not in ('queued', 'sending')) execute function refuse()`,
    // As of a database in another encoding.
    sql`create function refuse_signs() returns trigger language plpgsql as $$ begin
      if new.raw ~ '[^\\x01-\\x7f]' then
        raise exception 'has no equivalent in encoding' using errcode = 'untranslatable_character';
      end if;
      return new;
    end $$`,
    sql`create trigger refuse_signs before update on attempts for each row execute function refuse_signs()`,
  ])
    await at.system.db.execute(statement);
});
beforeEach(() => {
  logged = [];
  vi.spyOn(process.stderr, "write").mockImplementation((line) =>
    Boolean(logged.push(JSON.parse(String(line)))),
  );
});
afterEach(async () => {
  vi.restoreAllMocks();
  expect((await check(at.system)).findings).toEqual([]);
});
afterAll(() => at.close());

/** Buys, sends and writes down what came back, as the loop does. @returns what is known of it then. */
async function sendOne(): Promise<Record<string, string | null>> {
  const input = { ref: crypto.randomUUID(), phone: "08031234567", channel: "web" as const, again: true };
  await place(buyer.ctx, { ...input, ...at.offered() });
  const claimed = (await vi.waitUntil(() => claim(at.system, "kept"), PATIENCE_MS)) as Claim;
  await deliver(at.system, claimed, () => 5_000);
  const [row] = await at.system.db.execute<Record<string, string | null>>(sql`
    select p.state, a.meaning, a.note, a.raw, a.upstream_id, a.upstream_ident, a.amount::text, a.balance_before::text,
      a.balance_after::text
    from purchases p join attempts a on a.purchase_id = p.id where p.id = ${claimed.purchaseId}`);
  return row ?? {};
}

const rawLogged = () => logged.filter(({ raw }) => typeof raw === "string").map(({ raw }) => String(raw));

test.each(["42501", "P0001", "23514", "53100"])(
  "a database that refuses an answer again and again with %s gets it whole when it takes it, and the log has it meanwhile",
  async (code) => {
    await at.system.db.execute(sql`insert into refusing values (${code}, 6)`);
    await at.system.db.execute(sql`alter sequence refusals restart`);
    const kept = await sendOne();
    await at.system.db.execute(sql`delete from refusing`);
    expect(kept).toMatchObject({ state: "successful", meaning: "successful" });
    expect(kept.raw).toContain(`"ident":"${kept.upstream_ident}"`);
    expect([kept.amount, kept.balance_before, kept.balance_after]).not.toContain(null);
    const [raw = "", ...more] = rawLogged();
    expect(raw).toContain(String(kept.upstream_ident));
    expect(raw).not.toContain("8031234567");
    expect(more).toEqual([]);
  },
);

test("an answer with a figure that the database cannot hold loses that figure alone", async () => {
  await at.system.db.execute(sql`drop view reporting.attempts`);
  await at.system.db.execute(sql`alter table attempts alter column balance_after type smallint using null`);
  const kept = await sendOne();
  await at.system.db.execute(sql`alter table attempts alter column balance_after type bigint`);
  expect(kept).toMatchObject({ state: "successful", meaning: "successful", balance_after: null });
  expect(kept.raw).toContain(`"ident":"${kept.upstream_ident}"`);
  expect([kept.upstream_id, kept.amount, kept.balance_before]).not.toContain(null);
  expect(kept.note).toContain("not stored: balanceAfter");
});

test("an answer with signs that the database cannot hold is kept with those signs spelled out", async () => {
  await at.sandbox.order({ execute: "fail", text: "Crédit épuisé ₦0" });
  const kept = await sendOne();
  expect(kept).toMatchObject({ state: "failed", meaning: "failed" });
  expect(kept.raw).toContain("Cr\\u00e9dit \\u00e9puis\\u00e9 \\u20a60");
  expect([kept.upstream_id, kept.amount, kept.balance_before, kept.balance_after]).not.toContain(null);
});
