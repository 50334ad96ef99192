import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Ctx } from "#lib/core/context";
import { type Cell, csv } from "#lib/core/csv";
import { decimalText } from "#lib/core/money";
import { groupedPhone } from "#lib/core/phone";
import { debit } from "#lib/ledger/adjust";
import { ENTRY_WORDS } from "#lib/ledger/entry-words";
import { type Scene, scene } from "#lib/testing/scene";
import { place } from "../place/place.ts";
import { ownRef } from "../place/refs.ts";
import { cancel } from "../settle/cancel.ts";
import { walletStatement } from "../statement.ts";
import { purchaseList } from "./admin-list.ts";
import { ownPurchaseList } from "./list.ts";
import type { AdminPurchaseView } from "./view.ts";

const PURCHASES = 12_000;
let at: Scene;
let own: { id: number; ctx: Ctx };
let admin: Ctx;

/** What somebody may have typed, or an upstream may have said. */
const TYPED = [
  "plain",
  "",
  "=1+1",
  "-1",
  "-5.00",
  "+1",
  "@a",
  " =1",
  "\t=1",
  "\r\n=1",
  "\u200b=1",
  "＝1",
  "−1+1",
  'say "hi"',
  '"',
  '"=1',
  ',"\u0001=1',
  "\u0001=1",
  "\u0002+2348031234567",
  '\n"\u00021',
  "a,b\r\nc",
  "Ọlá",
  "₦5",
  "‮@a",
];

beforeAll(async () => {
  at = await scene();
  own = await at.reseller();
  admin = await at.admin();
  await at.system.db.execute(sql`
    insert into purchases (ident, reseller_id, ref, channel, level, plan_id, network_id, network_name, type_name, size, volume, validity,
      phone, price, cost, wallet_before, wallet_after, state, placed_at, deadline_at, settled_at, settled_by, outcome, upstream_id, reversed_at)
    select 'DT' || n, ${own.id}, typed.words || n, (array['web', 'api', 'bulk', 'storefront'])[1 + n % 4], 'affiliate', 1, 1, typed.words, typed.words,
      typed.words, 'GB', typed.words, (array['+2348031234567', '+2347067654321', '+2349130000000', '+14155550123'])[1 + n / 7 % 4],
      1 + n * 7, n * 9, 0, 0, s.state, t.at, t.at, case when s.state not in ('queued', 'sending', 'unconfirmed') then t.at + interval '1.9 seconds' end,
      case when s.state = 'failed' then (array['answer', 'cancelled', 'deadline', 'chain'])[1 + n / 6 % 4] end,
      case when n % 5 > 0 then typed.words end, nullif(typed.words, ''), case when s.state = 'reversed' then t.at end
    from generate_series(1, ${PURCHASES}::int) n
    cross join lateral (select ${JSON.stringify(TYPED)}::text::jsonb ->> (n % ${TYPED.length}::int) as words) typed
    cross join lateral (select (array['queued', 'sending', 'successful', 'failed', 'unconfirmed', 'reversed'])[1 + n % 6] as state) s
    cross join lateral (select '2026-03-01T22:59:58.999Z'::timestamptz + n * interval '1 hour 1.3 seconds' as at) t`);
});
afterAll(() => at.close());

const WORDS = {
  ...{ queued: "On its way", sending: "On its way", unconfirmed: "Not confirmed yet" },
  ...{ successful: "Delivered", failed: "Failed, money back", reversed: "Reversed" },
};

/** The cells of a purchase's line as this process would write them. */
const ownCells = (row: AdminPurchaseView): Cell[] => [
  row.placedAt,
  row.ident,
  ownRef(row),
  row.cancelled ? "Cancelled" : WORDS[row.state],
  row.networkName,
  `${row.size} ${row.volume}`,
  row.typeName,
  row.validity,
  groupedPhone(row.phoneE164),
  decimalText(row.price),
  row.settledAt,
  row.outcome,
];

async function expected(cells: (row: AdminPurchaseView) => Cell[], header: string) {
  const { rows } = await purchaseList.page(admin, {}, PURCHASES + 1);
  expect(rows).toHaveLength(PURCHASES);
  return all(csv(header.split(", "), each(rows.map(cells))));
}

async function* each<T>(rows: readonly T[]): AsyncGenerator<T> {
  yield* rows;
}

const all = async (chunks: AsyncIterable<string>) => (await Array.fromAsync(chunks)).join("");

const HEADER =
  "bought, reference, your reference, state, network, plan, type, lasts, number, price, ended, note";

test("the database writes each cell as this process would, whatever was typed", async () => {
  expect(await all(ownPurchaseList.csv(own.ctx, {}))).toBe(await expected(ownCells, HEADER));
});

test("so it does for admins", async () => {
  const cells = (row: AdminPurchaseView) => [
    ...ownCells(row).with(2, row.ref),
    ...[row.reseller.name, row.reseller.email, row.level],
    ...[decimalText(row.cost), decimalText(row.margin), row.upstreamId],
  ];
  const header = `${HEADER.replace("your", "reseller's")}, reseller, e-mail, level, cost, margin, upstream id`;
  expect(await all(purchaseList.csv(admin, {}))).toBe(await expected(cells, header));
});

test("so it does for a statement", async () => {
  const { id: resellerId, ctx } = await at.reseller();
  const buy = (n: number) =>
    place(ctx, { ref: `b-${n}`, phone: "08031234567", channel: "web", again: true, ...at.offered(n) });
  const { purchase: first } = await buy(0);
  await buy(1);
  await cancel(ctx, { ident: first.ident });
  await debit(admin, { resellerId, amount: 5n, reason: "=SUM(A1)" });
  const { rows } = await walletStatement().page(ctx, {}, 100);
  expect(rows).toHaveLength(5);
  const cells = rows.map(({ at, journalId, kind, amount, balance, reason, purchase }) => [
    ...[at, journalId, ENTRY_WORDS[kind], decimalText(amount), decimalText(balance), reason],
    ...[purchase?.ident ?? null, purchase?.what ?? null, purchase?.phone ?? null],
  ]);
  const header = "when, entry, what, amount, balance after, reason, reference, plan, number";
  const file = await all(csv(header.split(", "), each(cells)));
  expect(await all(walletStatement().csv(ctx, {}))).toBe(file);
  expect(await all(walletStatement(resellerId).csv(admin, {}))).toBe(file);
});

test("who leaves in the middle leaves nothing behind", async () => {
  const file = ownPurchaseList.csv(own.ctx, {});
  await file.next();
  await file.next();
  await file.return(undefined);
  const busy = sql`select from pg_stat_activity where datname = current_database() and state <> 'idle' and pid <> pg_backend_pid()`;
  await expect.poll(() => at.system.db.execute(busy)).toHaveLength(0);
});
