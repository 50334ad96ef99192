import { inflateSync } from "node:zlib";
import { sql } from "drizzle-orm";
import fc from "fast-check";
import { expect, test } from "vitest";
import { formatMoney } from "#lib/core/money/money";
import { dayOf } from "#lib/core/time/time";
import { addHelper } from "#lib/helper/testing/add-helper";
import { placePurchase } from "#lib/purchase/place/place-purchase";
import { openScene } from "#lib/testing/open-scene";
import { runUnguarded } from "#lib/testing/run-unguarded";
import { renderPeriodPdf } from "./period-pdf.ts";
import { getPeriodStatement, listStatementMonths, streamYearCsv } from "./period-statement.ts";
import { walletStatement } from "./wallet-statement.ts";

const at = await openScene();
const owner = await at.reseller("affiliate", 0n);
const empty = await at.reseller("affiliate", 0n);

/** The year before last. */
const year = () => Number(dayOf(new Date()).slice(0, 4)) - 2;

type Move = { kind: "credit" | "debit" | "hold" | "release"; amount: bigint; at: string; network: string };

/** Writes history as the service functions would: one journal, two entries and the balance after them. */
async function writeHistory(id: number, moves: readonly Move[]) {
  let balance = 0n;
  for (const { kind, amount, at: when, network } of moves) {
    const signed = kind === "credit" || kind === "release" ? amount : -amount;
    balance += signed;
    const counterpart = kind === "credit" || kind === "debit" ? "funding" : "held";
    await runUnguarded(
      at.system.db,
      sql`
      with bought as (
        insert into purchases (ident, reseller_id, ref, channel, level, plan_id, network_id, network_name, type_name, size, volume,
          validity, phone, price, cost, wallet_before, wallet_after, state, placed_at, deadline_at, settled_at, settled_by)
        select 'DT' || gen_random_uuid(), ${id}, gen_random_uuid()::text, 'api', 'affiliate', 1, 1, ${network}, 'SME', '1', 'GB',
          '30 Days', '+2348031234567', ${amount}::bigint, 1, 0, 0, 'failed', ${when}::timestamptz, ${when}::timestamptz,
          ${when}::timestamptz, 'cancelled'
        where ${counterpart} = 'held' returning id
      ),
      j as (insert into journals (reseller_id, kind, purchase_id, reason, actor, at)
        values (${id}, ${kind}, (select id from bought), 'as said', 'test', ${when}::timestamptz) returning id)
      insert into entries (journal_id, reseller_id, account, amount, balance)
      select id, ${id}, account, amount::bigint, balance::bigint from j,
        (values ('wallet', ${signed}::bigint, ${balance}::bigint), (${counterpart}, ${-signed}::bigint, 0)) side (account, amount, balance)`,
    );
  }
}

/** Times around the ends of months in Lagos, in order; some overlap by a few seconds, as transactions do. */
const moments = fc
  .array(fc.tuple(fc.integer({ min: 1, max: 13 }), fc.integer({ min: -7_200, max: 7_200 })), {
    minLength: 3,
    maxLength: 12,
  })
  .map((all) =>
    all
      .map(([month, seconds]) => Date.UTC(year(), month - 1, 1) - 3_600_000 + seconds * 1_000)
      .sort((a, b) => a - b)
      .map((ms, n) => new Date(n % 4 === 3 ? ms - 5_000 : ms).toISOString()),
  );

test("opens every month with the closing balance of the one before, and matches the ledger", async () => {
  await fc.assert(
    fc.asyncProperty(
      moments,
      fc.infiniteStream(
        fc.tuple(fc.constantFrom("credit", "hold", "release", "debit"), fc.bigInt(1n, 9_999n)),
      ),
      async (times, kinds) => {
        const reseller = await at.reseller("affiliate", 0n);
        const moves = times.map((when, n): Move => {
          const [kind, amount] = kinds.next().value ?? ["credit", 1n];
          return { kind: kind as Move["kind"], amount, at: when, network: n % 2 ? "MTN" : "GLO" };
        });
        await writeHistory(reseller.id, [
          { kind: "credit", amount: 10_000_000n, at: `${year() - 1}-06-15T12:00:00Z`, network: "" },
          ...moves,
        ]);
        const signed = ({ kind, amount }: Move) =>
          kind === "credit" || kind === "release" ? amount : -amount;
        const months = (await listStatementMonths(reseller.ctx))
          .map(({ month }) => month)
          .filter((month) => month.startsWith(`${year()}`));
        let before =
          10_000_000n +
          moves
            .filter((move) => dayOf(new Date(move.at)) < `${year()}-01-01`)
            .reduce((sum, move) => sum + signed(move), 0n);
        const first = before;
        for (const month of months.toReversed()) {
          const ofMonth = moves.filter((move) => dayOf(new Date(move.at)).startsWith(month));
          const view = await getPeriodStatement(reseller.ctx, { period: month });
          expect(view.opening).toBe(before);
          before += ofMonth.reduce((sum, move) => sum + signed(move), 0n);
          expect(view.closing).toBe(before);
          expect(view.kinds.reduce((sum, { amount }) => sum + amount, 0n)).toBe(view.closing - view.opening);
          expect(view.lines).toHaveLength(ofMonth.length);
          for (const { name, bought, back } of view.networks) {
            const of = ofMonth.filter((move) => move.network === name);
            const sum = (kind: string) =>
              of.filter((move) => move.kind === kind).reduce((total, move) => total + signed(move), 0n);
            expect([bought.amount, back.amount]).toEqual([sum("hold"), sum("release")]);
          }
        }
        const all = await getPeriodStatement(reseller.ctx, { period: `${year()}` });
        expect([all.opening, all.closing]).toEqual([first, before]);
        expect(all.months.map(({ month }) => month)).toEqual(months.toReversed());
        expect(all.months.at(-1)?.closing).toBe(before);
      },
    ),
    { numRuns: 8 },
  );
});

test("counts an entry that began before an earlier one, when nothing follows for months", async () => {
  const { id, ctx } = await at.reseller("affiliate", 0n);
  const month = `${year()}-02`;
  const moves = [
    { kind: "credit", amount: 5_000n, at: `${month}-10T12:00:05Z`, network: "" },
    { kind: "credit", amount: 700n, at: `${month}-10T12:00:00Z`, network: "" },
  ] as const;
  await writeHistory(id, moves);
  expect((await getPeriodStatement(ctx, { period: month })).closing).toBe(5_700n);
  expect((await getPeriodStatement(ctx, { period: `${year()}-04` })).opening).toBe(5_700n);
});

/** Reads the text of a PDF, page by page, by the tables of its fonts. */
function readPdfText(pdf: Buffer): string {
  const text = pdf.toString("latin1");
  const objects = new Map(
    Array.from(text.matchAll(/(\d+) 0 obj\s([\s\S]*?)endobj/g), ([, id, body = ""]) => [Number(id), body]),
  );
  const streamOf = (body: string) => {
    const raw = Buffer.from(/stream\r?\n([\s\S]*?)\r?\nendstream/.exec(body)?.[1] ?? "", "latin1");
    return body.includes("FlateDecode") ? inflateSync(raw).toString("latin1") : raw.toString("latin1");
  };
  const object = (ref: string | undefined) => objects.get(Number(ref)) ?? "";
  const tables = new Map<string, Map<number, string>>();
  for (const body of objects.values())
    for (const [, name = "", ref] of /\/Font <<([\s\S]*?)>>/
      .exec(body)?.[1]
      ?.matchAll(/\/(F\d+) (\d+) 0 R/g) ?? []) {
      const map = streamOf(object(/\/ToUnicode (\d+)/.exec(object(ref))?.[1]));
      const table = new Map<number, string>();
      for (const [, from = "", , list = ""] of map.matchAll(/<(\w+)> <(\w+)> \[([^\]]*)\]/g))
        for (const [n, [, hex = ""]] of [...list.matchAll(/<(\w*)>/g)].entries())
          table.set(Number.parseInt(from, 16) + n, Buffer.from(hex, "hex").swap16().toString("utf16le"));
      tables.set(name, table);
    }
  const said: string[] = [];
  for (const body of objects.values()) {
    if (!body.includes("FlateDecode") || body.includes("/Length1") || body.includes("/Subtype")) continue;
    let table = new Map<number, string>();
    for (const [, font, shown] of streamOf(body).matchAll(/\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ/g)) {
      if (font) table = tables.get(font) ?? table;
      const hex = Array.from(shown?.matchAll(/<(\w+)>/g) ?? [], ([, code]) => code).join("");
      if (hex)
        said.push(
          (hex.match(/.{4}/g) ?? []).map((code) => table.get(Number.parseInt(code, 16)) ?? "").join(""),
        );
    }
  }
  return said.join("\n");
}

test("renders a PDF that matches the ledger, the same each time, and names no other reseller", async () => {
  const december = `${year()}-12`;
  await at.system.db.execute(
    sql`update accounts set name = ${'Adé\u202e "><b>ẹọ 📱 =cmd()'} where id = ${owner.id}`,
  );
  await writeHistory(owner.id, [
    { kind: "credit", amount: 1_000_000n, at: `${december}-01T00:00:00+01:00`, network: "" },
    { kind: "hold", amount: 30_050n, at: `${december}-15T10:00:00Z`, network: "MTN" },
    { kind: "hold", amount: 20_000n, at: `${december}-31T23:59:59.9+01:00`, network: "GLO" },
    { kind: "release", amount: 20_000n, at: `${year() + 1}-01-01T00:00:00+01:00`, network: "GLO" },
  ]);
  const paper = await renderPeriodPdf(owner.ctx, { period: december });
  const words = readPdfText(paper);
  for (const said of [
    `Statement of December ${year()}`,
    'Adé "><b>ẹọ =cmd()',
    "1 / 1",
    formatMoney(949_950n),
    formatMoney(1_000_000n),
  ])
    expect(words.replace(/\s+/g, " ")).toContain(said.replace(/\s+/g, " "));
  expect(words).not.toContain("Refunded:");
  expect(paper.toString("latin1")).toMatch(/\/MarkInfo|\/StructTreeRoot/);
  expect(await renderPeriodPdf(owner.ctx, { period: december })).toEqual(paper);
  expect(readPdfText(await renderPeriodPdf(owner.ctx, { period: `${year()}` }))).toContain(
    formatMoney(949_950n),
  );
  const file = (await Array.fromAsync(await streamYearCsv(owner.ctx, { period: `${year()}` }))).join("");
  expect(file.split("\r\n")[1]).toBe(`"${december}","0.00","1","10000.00","2","-500.50","9499.50"`);
});

test("names the helper who sold, in the PDF and the CSV of the entries", async () => {
  const { ctx } = await at.reseller();
  const helper = await addHelper(ctx);
  for (const [n, seller] of [ctx, helper.ctx].entries())
    await placePurchase(seller, {
      ...at.offered(),
      ...{ ref: `sold-${n}`, phone: `0803123450${n}`, channel: "web", again: true },
    });
  const [row] = await at.system.db.execute<{ name: string }>(
    sql`select name from accounts where id = ${helper.id}`,
  );
  const name = row?.name ?? "";
  const words = readPdfText(await renderPeriodPdf(ctx, { period: dayOf(new Date()).slice(0, 7) }));
  expect(words.replace(/\s+/g, " ").split(`sold by ${name}`)).toHaveLength(2);
  const file = (await Array.fromAsync(walletStatement().csv(ctx))).join("");
  expect(file.split(`"${name}"`)).toHaveLength(2);
});

test("returns not_found for a time without a wallet, a future time, and another reseller", async () => {
  for (const period of ["1999", "2", "2026-13", `${year() - 1}-11`, `${year() + 4}`, "../2026"])
    await expect(getPeriodStatement(owner.ctx, { period })).rejects.toMatchObject({
      code: "not_found",
    });
  expect(await listStatementMonths(empty.ctx)).toEqual([]);
  await expect(getPeriodStatement(empty.ctx, { period: `${year()}-12` })).rejects.toMatchObject({
    code: "not_found",
  });
  const { ctx } = await at.reseller("affiliate", 1_000n);
  expect(await listStatementMonths(ctx)).toMatchObject([{ closed: false }]);
});
