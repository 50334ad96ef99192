import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { connect } from "#db/client";
import { createTestDatabase } from "#db/testing";
import { seedReseller, TEST_PASSWORD } from "#lib/account/testing/test-accounts";
import { syncCatalogue } from "#lib/catalogue/sync-catalogue";
import type { Buyer, Ctx, Db } from "#lib/core/context";
import { postCredit } from "#lib/ledger/adjust-wallet";
import { checkPurchases } from "#lib/purchase/check-purchases";
import { placePurchase } from "#lib/purchase/place/place-purchase";
import { type Claim, claimPurchase } from "#lib/purchase/send/claim-purchase";
import { recordResponse } from "#lib/purchase/send/record-response";
import type { Scene } from "#lib/testing/scene";
import { openBenchScene } from "./support/bench-system.ts";
import { maxRow, printTable } from "./support/compare.ts";
import { createSuccess } from "./support/market.ts";
import { readNumbers } from "./support/read-numbers.ts";

const SENDER = { kind: "system", name: "dispatch" } as const;
/** Each shard gives its accounts numbers of its own. */
const SHARD_STEP = 1_000_000;
/** The parties that place, and the senders that ask for a turn, at one time. */
const CLIENTS = 4;

interface Shard {
  ctx: Ctx;
  line: Db;
  buyers: Buyer[];
  close(): Promise<void>;
}

/**
 * `npm run bench -- shards [--shards 3] [--resellers 30] [--purchases 900]`: resellers divided over databases that know nothing of
 * each other, each with the portal's own schema, and one shared turn for all: the database whose reseller was served longest ago
 * claims next. Compares one database with several, and returns 1 when a ledger is out of balance, a purchase was claimed twice or
 * left, or a reseller waited for more slots than there are resellers.
 */
export async function run(args: string[]): Promise<number> {
  const { shards: shardCount, ...size } = readNumbers(args, { shards: 3, resellers: 30, purchases: 900 });
  await using at = await openBenchScene({
    UPSTREAM_PURCHASES_PER_MINUTE: "100000",
    WAITING_PER_RESELLER: "100000",
    CATALOGUE_MAX_AGE_S: "86400",
  });
  const rows = [];
  for (const count of [1, shardCount]) {
    const { placed, sent, turnMs, longestWait, findings } = await simulate(at, count, size);
    rows.push(maxRow({ what: `shards ${count}: placed`, unit: "a second" }, [placed]));
    rows.push(maxRow({ what: `shards ${count}: turn, claim and settlement`, unit: "a second" }, [sent]));
    rows.push(maxRow({ what: `shards ${count}: the turn's decision alone`, unit: "ms" }, turnMs, 20));
    rows.push(
      maxRow(
        { what: `shards ${count}: slots before each reseller's next`, unit: "" },
        [longestWait],
        size.resellers + 1,
      ),
    );
    rows.push(maxRow({ what: `shards ${count}: findings of all checks`, unit: "" }, [findings.length], 0));
    for (const finding of findings) console.log(finding);
  }
  return printTable("shards", rows);
}

async function simulate(
  at: Scene,
  count: number,
  { resellers, purchases }: { resellers: number; purchases: number },
) {
  const shards = await Promise.all(Array.from({ length: count }, (_, n) => openShard(n)));
  for (let n = 0; n < resellers; n++) await addReseller(shards[n % count] as Shard, n);
  // The shared turn is a row of one of them, locked while the turn is given.
  const turn = shards[0]?.ctx.db as Db;
  await turn.execute(sql`create table shared_turn (slots int not null)`);
  await turn.execute(sql`insert into shared_turn values (0)`);
  const buyers = shards.flatMap((shard) => shard.buyers.map((buyer) => ({ shard, buyer })));

  const placing = await inParallel(purchases, async (n) => {
    const { shard, buyer } = buyers[n % buyers.length] as (typeof buyers)[number];
    const phone = `0806${String(n).padStart(7, "0")}`;
    const order = {
      ref: randomUUID(),
      phone,
      channel: "api",
      again: false,
      ...at.offered(0, "api"),
    } as const;
    await placePurchase({ ...shard.ctx, actor: buyer }, order);
  });

  const served: { reseller: string; ident: string }[] = [];
  const turnMs: number[] = [];
  const sending = await inParallel(purchases, async () => {
    const { shard, claim, slot } = await takeTurn(turn, shards, turnMs);
    served[slot] = { reseller: await readReseller(shard, claim), ident: claim.ident };
    await recordResponse({ actor: SENDER, db: shard.ctx.db }, claim, createSuccess(claim));
  });

  const findings = (await Promise.all(shards.map(({ ctx }) => checkPurchases(ctx)))).flatMap(
    (check) => check.findings,
  );
  if (new Set(served.map(({ ident }) => ident)).size !== purchases)
    findings.push("a purchase was claimed twice");
  await Promise.all(shards.map((shard) => shard.close()));
  return { placed: placing, sent: sending, turnMs, longestWait: countLongestWait(served), findings };
}

async function openShard(n: number): Promise<Shard> {
  const database = await createTestDatabase();
  const ctx = database.systemCtx;
  await syncCatalogue(ctx);
  await ctx.db.execute(
    sql`select setval(pg_get_serial_sequence('accounts', 'id'), ${(n + 1) * SHARD_STEP}::int)`,
  );
  const line = connect(database.url, 1, { idle_timeout: 0 });
  return {
    ctx,
    line: line.db,
    buyers: [],
    async close() {
      await line.close();
      await database.close();
    },
  };
}

async function addReseller({ ctx, buyers }: Shard, n: number): Promise<void> {
  const email = `shard-${n}@example.com`;
  const id = await seedReseller(ctx, { email, name: email, level: "api", password: TEST_PASSWORD });
  await postCredit(ctx, { resellerId: id, amount: 1_000_000_000n, reason: "to begin with" });
  buyers.push({ kind: "reseller", id, email, level: "api", sessionId: 0 });
}

/** Gives the next slot to the shard whose next reseller was served longest ago; each shard then chooses as it always does. */
async function takeTurn(
  turn: Db,
  shards: readonly Shard[],
  turnMs: number[],
): Promise<{ shard: Shard; claim: Claim; slot: number }> {
  return turn.transaction(async (tx) => {
    await tx.execute(sql`select from shared_turn for update`);
    for (;;) {
      const from = performance.now();
      const heads = await Promise.all(shards.map(readHead));
      const next = heads
        .filter(({ head }) => head !== null)
        .toSorted((a, b) => Number(a.head) - Number(b.head))[0];
      turnMs.push(performance.now() - from);
      const claim = next && (await claimPurchase({ actor: SENDER, db: next.shard.line }, "bench"));
      if (next && claim) return { shard: next.shard, claim, slot: await countSlot(tx) };
    }
  });
}

async function countSlot(tx: Db): Promise<number> {
  const [row] = await tx.execute<{ slot: number }>(
    sql`update shared_turn set slots = slots + 1 returning slots - 1 as slot`,
  );
  return row?.slot ?? 0;
}

/** Reads when the reseller who is next was served, in ms; null without any. */
async function readHead(shard: Shard): Promise<{ shard: Shard; head: string | null }> {
  const [row] = await shard.line.execute<{ head: string | null }>(sql`
    select min(extract(epoch from coalesce(t.claimed_at, 'epoch')) * 1000) as head
    from (select distinct reseller_id from purchases where state = 'queued' and not paused) waiting
    left join fair_queue t on t.reseller_id = waiting.reseller_id and t.supplier_id = 1`);
  return { shard, head: row?.head ?? null };
}

async function readReseller({ ctx }: Shard, { purchaseId }: Claim): Promise<string> {
  const [row] = await ctx.db.execute<{ id: string }>(
    sql`select reseller_id as id from purchases where id = ${purchaseId}`,
  );
  return String(row?.id);
}

/** Counts the slots between two of the same reseller, who always had purchases in the queue. */
function countLongestWait(served: readonly { reseller: string }[]): number {
  const last = new Map<string, number>();
  let longest = 0;
  for (const [slot, { reseller }] of served.entries()) {
    longest = Math.max(longest, slot - (last.get(reseller) ?? slot));
    last.set(reseller, slot);
  }
  return longest;
}

/** Does this many tasks, some at one time. @returns how many a second */
async function inParallel(count: number, work: (n: number) => Promise<void>): Promise<number> {
  const from = performance.now();
  let next = 0;
  const client = async () => {
    while (next < count) await work(next++);
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  return (count * 1000) / (performance.now() - from);
}
