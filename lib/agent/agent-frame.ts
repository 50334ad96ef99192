import { type SQL, sql } from "drizzle-orm";

/** Selects whether the page of agents is open to a reseller: they may have agents, or had some. */
export const hasAgents = (resellerId: SQL): SQL<boolean> => sql<boolean>`(
  agent_terms_version(${resellerId}) is not null
  or exists (select from agents where parent_id = ${resellerId} and agent_id is not null))`;

/** Selects the name of an agent's parent; null for one who isn't an agent. */
export const parentNameOf = (resellerId: SQL): SQL<string | null> => sql<string | null>`(
  select a.name from resellers r join accounts a on a.id = r.parent_id where r.id = ${resellerId})`;

/** Counts the requests for money that an agent has to answer, also those of a former parent. */
export const moneyRequestCountOf = (resellerId: SQL): SQL<number> => sql<number>`(
  select count(*)
  from agents g
  join agent_transfers t on t.pair_id = g.id
  where g.agent_id = ${resellerId} and t.state = 'requested')`;
