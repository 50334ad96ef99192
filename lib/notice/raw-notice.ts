import { sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { notices } from "#db/schema/notice";
import type { NoticeEvent } from "./events.ts";

const p = alias(notices, "p");

/** What is read of a notice, from an alias `p`: with what its words need from where it happened. */
export const rawNotice = {
  id: p.id,
  event: sql<NoticeEvent>`${p.event}`,
  facts: p.facts,
  at: p.at,
  phone: sql<string | null>`(select phone from purchases where ident = p.facts->>'ident')`,
  agent: sql<
    string | null
  >`case when p.event = 'device' then (select agent from sessions where id = p.key::bigint) end`,
  address: sql<
    string | null
  >`case when p.event = 'device' then (select address from sessions where id = p.key::bigint) end`,
};
