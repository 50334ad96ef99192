import { sql } from "drizzle-orm";
import { defineModule } from "#lib/core/module";

export const agentModule = defineModule({
  name: "agent",
  tables: {
    agent_transfers: {
      retention: { forever: "money between parents and agents" },
      personalData: { account: (id) => sql`${id} in (t.from_id, t.to_id)` },
    },
    agents: {
      retention: { forever: "the agents of resellers, to whom commissions refer" },
      personalData: { account: (id) => sql`${id} in (t.parent_id, t.agent_id)`, without: ["hash"] },
      erase: {
        account: (id) => sql`
          update agents set name = 'Erased', phone = 'erased'
          where ${id} in (parent_id, agent_id) and (name, phone) <> ('Erased', 'erased')
          returning 1`,
      },
    },
  },
  audit: {
    "agent.applied": "signed up by an agent’s invitation",
    "agent.ended": "ended an agent",
    "agent.invitation_withdrawn": "withdrew an agent’s invitation",
    "agent.invited": "invited an agent",
    "agent.money_received": "received money from an agent or their parent",
    "agent.money_requested": "asked an agent to return money",
    "agent.money_sent": "sent money to an agent or their parent",
    "agent.request_declined": "declined a request for money",
    "agent.request_withdrawn": "withdrew a request for money",
    "agent.started": "made a reseller an agent",
  },
});
