import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { agentSettings } from "#lib/account/reseller/agent-settings";
import type { Ctx } from "#lib/core/context";
import { asReseller, type Scene } from "#lib/testing/scene";
import { storeSettings } from "#lib/testing/store-settings";

/** Turns agents on for every level, with a highest margin in hundredths of a per cent. */
export const turnAgentsOn = (system: Ctx, margin = 2_000): Promise<void> =>
  storeSettings(system.db, agentSettings, { enabled: true, from: "smart_earner", margin });

/** Makes one reseller the agent of another, as an approved application does. @returns the agent's context */
export async function makeAgent(
  { system }: Pick<Scene, "system">,
  parentId: number,
  agentId: number,
): Promise<Ctx> {
  await system.db.transaction(async (tx) => {
    await tx.execute(sql`
      insert into agents (parent_id, agent_id, state, name, phone, hash, expires_at, started_at)
      values (${parentId}, ${agentId}, 'active', 'Agent', '+2348030000000', ${randomUUID()}, now(), now())`);
    await tx.execute(sql`update resellers set parent_id = ${parentId} where id = ${agentId}`);
  });
  return readAgent(system, agentId);
}

/** Creates the context of an agent by what sets their prices now. */
export const readAgent = (system: Ctx, agentId: number): Promise<Ctx> => asReseller(system, agentId);
