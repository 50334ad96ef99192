import { sql } from "drizzle-orm";
import { declareActions } from "#lib/core/action";
import { EVERY_MINUTE } from "#lib/core/lane/run-timing";
import { defineModule } from "#lib/core/module";
import { agentNotifications } from "./agent-notifications.ts";

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
  actions: {
    ...declareActions(() => import("./end-pair.ts"), {
      endPair: { redirects: null, permission: "resellers", audit: "agent.ended" },
    }),
  },
  audit: {
    "agent.applied": "signed up by an agent’s invitation",
    "agent.end_planned": "planned the end of an agent, or withdrew the plan",
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
  events: {
    "agent.end_planned": "The end of an agent was planned.",
    "agent.ended": "An agent, or a request to become one, ended.",
    "agent.kept": "The planned end of an agent was withdrawn.",
    "agent.started": "A reseller became an agent.",
    "agent.terms_changed": "A parent’s price began or ended to be what agents pay.",
  },
  follows: {
    "reseller.closed": async (...args) => (await import("./end-pair.ts")).endPairsOfClosed(...args),
  },
  jobs: [
    {
      name: "agents",
      label: "Agents whose notice is over",
      pool: "reports",
      actor: "agent",
      when: EVERY_MINUTE,
      run: async (ctx) => (await import("./end-pair.ts")).endDuePairs(ctx),
    },
  ],
  notifications: agentNotifications,
});
