import { buildIfChanged } from "#bin/build/build-if-changed";
import { startTestServer } from "#db/testing/server";
import type { TestPerson } from "#e2e/test-accounts";
import { aggregateDays } from "#lib/purchase/report/aggregate-days";
import { seedLedger } from "./seed.ts";

/** A page, and the cookie of its reader; a visitor has none. */
export interface BenchPage {
  name: string;
  path: string;
  cookie?: string;
}

export interface BusyPortal {
  url: string;
  pages: BenchPage[];
  close(): Promise<void>;
}

/**
 * A portal on a fresh build, with a catalogue, a shop and 20,000 purchases, half of them one reseller's; and the pages that
 * this reseller, an admin and a customer look at most.
 */
export async function startBusyPortal(): Promise<BusyPortal> {
  await buildIfChanged(() => console.log("Building the pages…"));
  const stopServer = await startTestServer();
  const { startSystem } = await import("#e2e/harness");
  const { TestAccounts } = await import("#e2e/test-accounts");
  const { createTestShop } = await import("#e2e/test-shop");
  const system = await startSystem();
  await seedLedger(system.database.sql, { resellers: 20, purchases: 20_000, ofFirst: 5 });
  // As every portal's worker does.
  await aggregateDays({ ...system.database.systemCtx, actor: { kind: "system", name: "report" } });
  const people = new TestAccounts(system.database.systemCtx);
  const cookie = async (person: TestPerson) => {
    const { name, value } = await people.cookie(person);
    return `${name}=${value}`;
  };
  const [first] = await system.database.sql`select id, email, name from accounts order by id limit 1`;
  const reseller: TestPerson = {
    ...{ id: Number(first?.id), email: first?.email, name: first?.name },
    ...{ role: "reseller", level: "affiliate", password: "" },
  };
  const shop = await createTestShop(system, reseller);
  const signedIn = { cookie: await cookie(reseller) };
  const desk = { cookie: await cookie(await people.admin()) };
  const { url } = await system.start({ roles: "web" });
  return {
    url,
    pages: [
      { name: "home", path: "/home", ...signedIn },
      { name: "plans", path: "/buy?view=plans", ...signedIn },
      { name: "buy", path: "/buy", ...signedIn },
      { name: "purchases", path: "/purchases", ...signedIn },
      { name: "wallet", path: "/wallet", ...signedIn },
      { name: "shop", path: `/s/${shop.slug}` },
      { name: "sign-in", path: "/sign-in" },
      { name: "desk home", path: "/admin", ...desk },
      { name: "desk purchases", path: "/admin/purchases", ...desk },
    ],
    async close() {
      await system.close();
      await stopServer();
    },
  };
}
