import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { contactSettings } from "#lib/account/contact-settings";
import { getOperatorContact } from "#lib/account/operator-contact";
import { setOperatorCollection } from "#lib/account/reseller/change-reseller";
import { isPendingApproval } from "#lib/audit/approval-request";
import { readSettings } from "#lib/audit/settings/read-settings";
import { changeSettings } from "#lib/audit/settings/save-settings";
import { paymentSettings } from "#lib/payment/payment-settings";
import { changeSupplier } from "#lib/supplier/save-supplier";
import { approveRequest } from "#lib/testing/approve-request";
import { openScene } from "#lib/testing/open-scene";
import { listUpgradeOffers, setUpgradeOffer } from "#lib/upgrade/upgrade-offer";

const at = await openScene();
const [ada, ben] = [await at.admin(), await at.admin()];
const { id: resellerId } = await at.reseller();
const reason = "as agreed on the phone";

async function readOne<T>(query: ReturnType<typeof sql>): Promise<T | undefined> {
  const [row] = await at.system.db.execute<{ value: T }>(query);
  return row?.value;
}

const getOffer = async () => {
  const [offer] = (await listUpgradeOffers(ada)).filter(({ level }) => level === "api");
  if (!offer) throw new Error("There is no offer.");
  return offer;
};
const getVersion = (table: "resellers" | "suppliers", id: number) =>
  readOne<number>(sql`select version as value from ${sql.identifier(table)} where id = ${id}`);

const CHANGES: Record<
  string,
  { change: () => Promise<unknown>; read: () => Promise<unknown>; after: unknown }
> = {
  "the support contact": {
    change: () => changeSettings(ada, contactSettings, { name: "Help", phone: "0803 123 4567" }),
    read: async () => (await getOperatorContact(ada)).phone?.e164,
    after: "+2348031234567",
  },
  "operator collection": {
    change: () => changeSettings(ada, paymentSettings, { collect: "yes", maxAmount: "5,000.50" }),
    read: async () => {
      const { collect, maxAmount } = await readSettings(ada, paymentSettings);
      return collect && maxAmount;
    },
    after: 500_050n,
  },
  "operator collection for a reseller": {
    change: async () => {
      const version = (await getVersion("resellers", resellerId)) ?? 0;
      return setOperatorCollection(ada, { resellerId, version, collects: "yes", reason });
    },
    read: () => readOne(sql`select collects as value from resellers where id = ${resellerId}`),
    after: true,
  },
  "an open offer of a level": {
    change: async () => {
      const { version, level } = await getOffer();
      return setUpgradeOffer(ada, { level, open: "yes", price: "0.01", volume: "", version, reason });
    },
    read: async () => (await getOffer()).price,
    after: 1n,
  },
  "the level at the main supplier": {
    change: async () => {
      const version = (await getVersion("suppliers", 1)) ?? 0;
      return changeSupplier(ada, {
        id: 1,
        name: "Main",
        rank: "1",
        lowBalance: "1,000",
        version,
        level: "api",
        reason,
      });
    },
    read: () => readOne(sql`select level as value from suppliers where id = 1`),
    after: "api",
  },
};

await at.system.db.execute(
  sql`update suppliers set name = 'Main', rank = 1, low_balance = 100_000, level = 'affiliate' where id = 1`,
);

test.each(Object.entries(CHANGES))(
  "changes %s once another owner approves it",
  async (_name, { change, read, after }) => {
    const before = await read();
    expect(before).not.toEqual(after);
    const done = await change();
    expect(await read()).toEqual(before);
    if (!isPendingApproval(done)) throw new Error("It did not wait.");
    await expect(approveRequest(ada, { id: done.approvalRequest })).rejects.toMatchObject({
      code: "forbidden",
    });
    await approveRequest(ben, { id: done.approvalRequest });
    expect(await read()).toEqual(after);
  },
);

test("turns them off at once", async () => {
  const { version, level } = await getOffer();
  await setUpgradeOffer(ada, { level, open: "no", price: "", volume: "", version, reason });
  expect((await getOffer()).open).toBe(false);
  const form = { resellerId, version: (await getVersion("resellers", resellerId)) ?? 0, reason };
  await setOperatorCollection(ada, { ...form, collects: "no" });
  expect(await readOne(sql`select collects as value from resellers where id = ${resellerId}`)).toBe(false);
});
