import { type SQL, sql } from "drizzle-orm";
import { type ServerKind, startServer, startSystem, type TestSystem } from "#e2e/harness";
import { TestAccounts } from "#e2e/test-accounts";
import { createToken } from "#lib/account/token/create-token";
import { postClawBack } from "#lib/ledger/adjust-wallet";
import { syncCatalogue } from "#lib/supplier/sync-supplier";
import type { ServiceAccess, TestedService } from "./tested-service.ts";

export interface PortalOptions {
  /** In minor units; 100,000.00 unless given. */
  money?: bigint;
  ips?: string[];
  origins?: string[];
  test?: boolean;
}

export interface TestPortal {
  system: TestSystem;
  service: TestedService;
  /** Creates a reseller at level api with a token. */
  open(options?: PortalOptions): Promise<ServiceAccess & { resellerId: number }>;
}

/** A portal as it runs in production, whose upstream is a sandbox, with an account for each situation. */
export async function startPortalService(server: ServerKind = "own"): Promise<TestPortal> {
  const system = await startSystem({ UPSTREAM_IN_FLIGHT: "20", WEBHOOK_ALLOW_PRIVATE: "1" });
  const { systemCtx: ctx, db } = system.database;
  await syncCatalogue(ctx);
  const { url } = await startServer(system, server);
  const people = new TestAccounts(ctx);

  const open = async ({ money, ...limits }: PortalOptions = {}) => {
    const person = await people.reseller({ level: "api", ...(money !== undefined && { money }) });
    const { token } = await createToken(ctx, { resellerId: person.id, name: "Conformance", ...limits });
    return { url, token, resellerId: person.id };
  };
  const changed = async (change: SQL, options?: PortalOptions) => {
    const door = await open(options);
    await db.execute(sql`${change} ${door.resellerId}`);
    return door;
  };
  const origins = ["https://page.example"];
  const negative = await open({ money: 0n });
  await postClawBack(ctx, { resellerId: negative.resellerId, amount: 100n, reason: "Credited by mistake" });
  const service: TestedService = {
    usual: await open(),
    elsewhere: await open({ ips: ["203.0.113.9"] }),
    fenced: await open({ ips: ["127.0.0.1", "::1"], origins }),
    fencedElsewhere: await open({ ips: ["203.0.113.9"], origins }),
    paged: await open({ origins }),
    poor: await open({ money: 0n }),
    restricted: await changed(sql`update resellers set state = 'restricted' where id =`),
    negative,
    limited: await changed(sql`update resellers set daily_limit = 40000 where id =`),
    busy: await open(),
    whileOff: async (work) => {
      await db.execute(sql`update dispatcher set stopped = true`);
      await work().finally(() => db.execute(sql`update dispatcher set stopped = false`));
    },
    whileBroken: async (work) => {
      await db.execute(sql`alter table catalogue rename to catalogue_away`);
      await work().finally(() => db.execute(sql`alter table catalogue_away rename to catalogue`));
    },
  };
  return { system, service, open };
}
