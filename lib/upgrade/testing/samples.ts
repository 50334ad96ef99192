import { sql } from "drizzle-orm";
import { type ActionSamples, type ActionScene, REASON } from "#lib/testing/action-scene";
import { requestUpgrade } from "#lib/upgrade/request-upgrade";
import { listUpgradeOffers, setUpgradeOffer } from "#lib/upgrade/upgrade-offer";

let made = 0;

export function actionSamples({ at }: ActionScene): ActionSamples {
  /** Requests the level above "affiliate" for a new reseller. */
  async function createRequest(): Promise<{ id: number; reason: string }> {
    const offer = await findOffer();
    if (!offer.open) await setUpgradeOffer(at.system, { ...offer, open: "yes", reason: REASON });
    made += 1;
    const { id, ctx } = await at.reseller("affiliate");
    await requestUpgrade(ctx, { ref: `u${made}`, from: "affiliate", level: "top_user" });
    const [row] = await at.system.db.execute<{ id: string }>(
      sql`select id from level_upgrades where reseller_id = ${id}`,
    );
    return { id: Number(row?.id), reason: REASON };
  }

  async function findOffer() {
    const offer = (await listUpgradeOffers(at.system)).find(({ level }) => level === "top_user");
    if (!offer) throw new Error("There is no offer.");
    return offer;
  }

  return {
    approveUpgrade: createRequest,
    rejectUpgrade: createRequest,
    setUpgradeOffer: async () => {
      const { version } = await findOffer();
      return { level: "top_user", open: "yes", price: "", volume: "500,000", version, reason: REASON };
    },
  };
}
