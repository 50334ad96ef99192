import { type SQL, sql } from "drizzle-orm";
import { issueToken } from "#lib/account/token/issue";
import { sync } from "#lib/catalogue/sync";
import { type System, startSystem } from "../harness.ts";
import { People } from "../people.ts";
import type { Door, Service } from "./door.ts";

export interface Opening {
  /** In minor units; 100,000.00 unless given. */
  money?: bigint;
  ips?: string[];
  origins?: string[];
  test?: boolean;
}

export interface Portal {
  system: System;
  service: Service;
  /** A new reseller at level api with a token. */
  open(options?: Opening): Promise<Door & { resellerId: number }>;
}

/** A portal as it runs in production, whose upstream is a sandbox, with an account for each situation. */
export async function portalService(): Promise<Portal> {
  const system = await startSystem({ UPSTREAM_IN_FLIGHT: "20", WEBHOOK_ALLOW_PRIVATE: "1" });
  const { systemCtx: ctx, db } = system.database;
  await sync(ctx);
  const { url } = await system.start();
  const people = new People(ctx);

  const open = async ({ money, ...limits }: Opening = {}) => {
    const person = await people.reseller({ level: "api", ...(money !== undefined && { money }) });
    const { token } = await issueToken(ctx, { resellerId: person.id, name: "Conformance", ...limits });
    return { url, token, resellerId: person.id };
  };
  const changed = async (change: SQL, options?: Opening) => {
    const door = await open(options);
    await db.execute(sql`${change} ${door.resellerId}`);
    return door;
  };
  const origins = ["https://page.example"];
  const inDebt = sql`update wallets set floor = -100, wallet = -100, funding = 100 where reseller_id =`;
  const service: Service = {
    usual: await open(),
    elsewhere: await open({ ips: ["203.0.113.9"] }),
    fenced: await open({ ips: ["127.0.0.1", "::1"], origins }),
    fencedElsewhere: await open({ ips: ["203.0.113.9"], origins }),
    paged: await open({ origins }),
    poor: await open({ money: 0n }),
    restricted: await changed(sql`update resellers set state = 'restricted' where id =`),
    negative: await changed(inDebt, { money: 0n }),
    limited: await changed(sql`update resellers set daily_limit = 40000 where id =`),
    busy: await open(),
    whileOff: async (work) => {
      await db.execute(sql`update dispatcher set stopped = true, probe_at = null`);
      await work().finally(() => db.execute(sql`update dispatcher set stopped = false`));
    },
    whileBroken: async (work) => {
      await db.execute(sql`alter table catalogue rename to catalogue_away`);
      await work().finally(() => db.execute(sql`alter table catalogue_away rename to catalogue`));
    },
  };
  return { system, service, open };
}
