import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { type CsvCell, encodeCsv } from "#lib/core/list/csv";
import { formatDecimal } from "#lib/core/money/money";
import { formatPhone } from "#lib/core/text/phone";
import { postDebit } from "#lib/ledger/adjust-wallet";
import { ENTRY_LABELS } from "#lib/ledger/entry-labels";
import { placePurchase } from "#lib/purchase/place/place-purchase";
import { getClientRef } from "#lib/purchase/place/refs";
import { cancelPurchase } from "#lib/purchase/settle/cancel-purchase";
import { walletStatement } from "#lib/sales/wallet-statement";
import { openScene } from "#lib/testing/open-scene";
import { runUnguarded } from "#lib/testing/run-unguarded";
import { adminPurchaseList } from "./admin-purchase-list.ts";
import { ownPurchaseList } from "./own-purchase-list.ts";
import type { AdminPurchaseView } from "./purchase-view.ts";

const PURCHASES = 12_000;
const at = await openScene();
const reseller = await at.reseller();
const admin = await at.admin();

/** Texts that a reseller may type, or an upstream may send. */
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
  "20261124103000123456",
  "12E4567",
  "Bola;=1+1",
  "q\t=1|@a",
  "June 2",
  "007",
  "'Ada",
];

await runUnguarded(
  at.system.db,
  sql`
    insert into purchases (ident, reseller_id, ref, channel, level, plan_id, network_id, network_name, type_name, size, volume, validity,
      phone, price, cost, wallet_before, wallet_after, state, placed_at, deadline_at, settled_at, settled_by, outcome, upstream_id, reversed_at)
    select 'DT' || n, ${reseller.id}, typed.words || n, (array['web', 'api', 'batch', 'shop'])[1 + n % 4], 'affiliate', 1, 1, typed.words, typed.words,
      typed.words, 'GB', typed.words, (array['+2348031234567', '+2347067654321', '+2349130000000', '+14155550123'])[1 + n / 7 % 4],
      1 + n * 7, n * 9, 0, 0, s.state, t.at, t.at, case when s.state not in ('queued', 'sending', 'unconfirmed') then t.at + interval '1.9 seconds' end,
      case when s.state = 'failed' then (array['answer', 'cancelled', 'deadline', 'chain'])[1 + n / 6 % 4] end,
      case when n % 5 > 0 then typed.words end, nullif(typed.words, ''), case when s.state = 'reversed' then t.at end
    from generate_series(1, ${PURCHASES}::int) n
    cross join lateral (select ${JSON.stringify(TYPED)}::text::jsonb ->> (n % ${TYPED.length}::int) as words) typed
    cross join lateral (select (array['queued', 'sending', 'successful', 'failed', 'unconfirmed', 'reversed'])[1 + n % 6] as state) s
    cross join lateral (select '2026-03-01T22:59:58.999Z'::timestamptz + n * interval '1 hour 1.3 seconds' as at) t`,
);

const STATE_LABELS = {
  queued: "Processing",
  sending: "Processing",
  unconfirmed: "Unconfirmed",
  successful: "Delivered",
  failed: "Failed, refunded",
  reversed: "Reversed",
};

/** Builds the cells of a purchase's line as this process would write them. */
const buildExpectedCells = (row: AdminPurchaseView): CsvCell[] => [
  row.placedAt,
  row.ident,
  getClientRef(row),
  row.cancelled ? "Cancelled, refunded" : STATE_LABELS[row.state],
  row.networkName,
  `${row.size} ${row.volume}`,
  row.typeName,
  row.validity,
  formatPhone(row.phoneE164),
  formatDecimal(row.price),
  row.settledAt,
  row.outcome,
];

async function buildExpectedFile(cells: (row: AdminPurchaseView) => CsvCell[], header: string) {
  const { rows } = await adminPurchaseList.page(admin, { reseller: reseller.id }, PURCHASES + 1);
  expect(rows).toHaveLength(PURCHASES);
  return readAll(encodeCsv(header.split(", "), yieldEach(rows.map(cells))));
}

async function* yieldEach<T>(rows: readonly T[]): AsyncGenerator<T> {
  yield* rows;
}

const readAll = async (chunks: AsyncIterable<string>) => (await Array.fromAsync(chunks)).join("");

const HEADER =
  "bought, reference, your reference, state, network, plan, type, validity, number, price, ended, outcome";

test("writes the same cells in the database as in this process, whatever a reseller typed", async () => {
  expect(await readAll(ownPurchaseList.csv(reseller.ctx, {}))).toBe(
    await buildExpectedFile(
      (row) => buildExpectedCells(row).toSpliced(3, 0, null),
      HEADER.replace("state", "sold by, state"),
    ),
  );
});

test("writes the same cells for admins", async () => {
  const cells = (row: AdminPurchaseView) => [
    ...buildExpectedCells(row).with(2, row.ref),
    ...[row.reseller.name, row.reseller.email, row.level],
    ...[formatDecimal(row.cost), formatDecimal(row.margin), row.upstreamId],
    row.settledBy === "answer" && row.state === "successful" ? "Main supplier" : null,
  ];
  const header = `${HEADER.replace("your", "client")}, reseller, email, level, cost, margin, supplier's id, supplier`;
  expect(await readAll(adminPurchaseList.csv(admin, { reseller: reseller.id }))).toBe(
    await buildExpectedFile(cells, header),
  );
});

test("writes the same cells for a statement", async () => {
  const { id: resellerId, ctx } = await at.reseller();
  const buy = (n: number) =>
    placePurchase(ctx, {
      ref: `b-${n}`,
      phone: "08031234567",
      channel: "web",
      again: true,
      ...at.offered(n),
    });
  const { purchase: first } = await buy(0);
  await buy(1);
  await cancelPurchase(ctx, { ident: first.ident });
  await postDebit(admin, { resellerId, amount: 5n, reason: "=SUM(A1)" });
  const { rows } = await walletStatement().page(ctx, {}, 100);
  expect(rows).toHaveLength(5);
  const cells = rows.map(({ at, journalId, kind, amount, balance, reason, purchase, other }) => [
    ...[at, journalId, ENTRY_LABELS[kind], formatDecimal(amount), formatDecimal(balance), reason],
    ...[purchase?.ident ?? null, purchase?.what ?? null, purchase?.phone ?? null],
    purchase?.soldBy ?? null,
    other,
  ]);
  const header = "time, entry, type, amount, balance after, reason, reference, plan, number, sold by, other";
  const file = await readAll(encodeCsv(header.split(", "), yieldEach(cells)));
  expect(await readAll(walletStatement().csv(ctx, {}))).toBe(file);
  expect(await readAll(walletStatement(resellerId).csv(admin, {}))).toBe(file);
});

test("frees its connection when a reader leaves early", async () => {
  const file = ownPurchaseList.csv(reseller.ctx, {});
  await file.next();
  await file.next();
  await file.return(undefined);
  const busy = sql`select from pg_stat_activity where datname = current_database() and state <> 'idle' and pid <> pg_backend_pid()`;
  await expect.poll(() => at.system.db.execute(busy)).toHaveLength(0);
});
