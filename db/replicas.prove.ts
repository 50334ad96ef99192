import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { TEST_TIMEOUT_MS } from "#lib/testing/effort";
import { connect, type Database } from "./client.ts";
import { ensureDatabase } from "./ensure-database.ts";
import { listen, notify, stopListening } from "./listen.ts";
import { type ReplicaPair, startReplicaPair } from "./testing/replica-pair.ts";

let pair: ReplicaPair;
let database: Database;

beforeAll(async () => {
  pair = await startReplicaPair();
  process.env.DATABASE_URL = await ensureDatabase(pair.url("portal"));
  database = connect(process.env.DATABASE_URL, 3);
  await database.db.execute("create table marks (id int primary key)");
});
beforeEach(() => pair.setSynchronous(true));
afterAll(async () => {
  await stopListening();
  await database.cut();
  await pair.close();
});

const retry = <T>(work: () => Promise<T>) => vi.waitFor(work, TEST_TIMEOUT_MS);
const listMarks = async () =>
  (await database.db.execute("select id from marks order by id")).map(({ id }) => id);

/** Receives a message that is sent on a channel from now on. */
async function expectMessages(received: string[], payload: string): Promise<void> {
  await vi.waitUntil(async () => {
    await notify(database.db, "wallet", payload).catch(() => {});
    return received.includes(payload);
  }, TEST_TIMEOUT_MS);
}

test("works on the primary, whichever server of the address it is, and after it was killed on the promoted standby", async () => {
  const received: string[] = [];
  await listen("wallet", (payload) => received.push(payload));
  for (const id of [1, 2]) {
    await retry(() => database.db.execute(`insert into marks values (${id}) on conflict do nothing`));
    await expectMessages(received, `before ${id}`);
    await pair.killPrimary();
    await expect(listMarks()).rejects.toThrow();
    await pair.promoteStandby();
    expect(await retry(listMarks)).toEqual(id === 1 ? [1] : [1, 2]);
    await expectMessages(received, `after ${id}`);
    await pair.rejoin();
    await pair.setSynchronous(true);
  }
});

test("leaves a primary that fell silent for the promoted standby, with statements and messages under way", async () => {
  const received: string[] = [];
  await listen("wallet", (payload) => received.push(payload));
  await expectMessages(received, "before silence");
  pair.silencePrimary();
  await expect(database.db.execute("insert into marks values (3)")).rejects.toThrow();
  await pair.promoteStandby();
  await retry(() => database.db.execute("insert into marks values (4)"));
  expect(await listMarks()).toEqual([1, 2, 4]);
  await expectMessages(received, "after silence");
  await pair.rejoin();
});
