import { sql } from "drizzle-orm";
import { makeAgent } from "#lib/agent/testing/make-agent";
import { type ActionSamples, type ActionScene, REASON } from "#lib/testing/action-scene";

export const actionSamples = ({ at }: ActionScene): ActionSamples => ({
  async endPair() {
    const [parent, agent] = [await at.reseller("top_user"), await at.reseller()];
    await makeAgent(at, parent.id, agent.id);
    const [pair] = await at.system.db.execute(sql`select id from agents where agent_id = ${agent.id}`);
    return { id: Number(pair?.id), reason: REASON };
  },
});
