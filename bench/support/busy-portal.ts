import { aggregateDays } from "#lib/sales/aggregate-days";
import { openBenchSystem } from "./bench-system.ts";
import { seedLedger } from "./seed.ts";

/** A page, and the cookie of its reader; a visitor has none. */
export interface BenchPage {
  name: string;
  path: string;
  cookie?: string;
  /** It has no place for an input. */
  isText?: true;
}

export interface BusyPortal extends AsyncDisposable {
  url: string;
  pid: number;
  pages: BenchPage[];
}

/**
 * A portal on a fresh build, with a catalogue, a shop and 20,000 purchases, half of them one reseller's; and the pages that
 * this reseller, an admin and a customer look at most.
 */
export async function startBusyPortal(env: Record<string, string> = {}): Promise<BusyPortal> {
  const system = await openBenchSystem();
  const { createTestShop } = await import("#e2e/test-shop");
  await seedLedger(system.database.sql, { resellers: 20, purchases: 20_000, ofFirst: 5 });
  // As every portal's worker does.
  await aggregateDays({ ...system.database.systemCtx, actor: { kind: "system", name: "report" } });
  const reseller = await system.firstReseller();
  const shop = await createTestShop(system, reseller);
  const signedIn = { cookie: await system.cookie(reseller) };
  const desk = { cookie: await system.cookie(await system.people.admin()) };
  const { url, pid } = await system.start({ roles: "web", env });
  return {
    url,
    pid,
    pages: [
      { name: "home", path: "/home", ...signedIn },
      { name: "plans", path: "/prices", ...signedIn },
      { name: "buy", path: "/buy", ...signedIn },
      { name: "purchases", path: "/purchases", ...signedIn },
      { name: "wallet", path: "/wallet", ...signedIn },
      { name: "shop", path: `/s/${shop.slug}` },
      { name: "landing", path: "/", isText: true },
      { name: "sign-in", path: "/sign-in" },
      { name: "guide", path: "/guide", isText: true },
      { name: "status", path: "/status" },
      { name: "desk home", path: "/admin", ...desk },
      { name: "desk purchases", path: "/admin/purchases", ...desk },
    ],
    [Symbol.asyncDispose]: system[Symbol.asyncDispose],
  };
}
