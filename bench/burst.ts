import { setTimeout as pause } from "node:timers/promises";
import { createMemoryGroup, readMemoryMb } from "#e2e/memory/memory-group";
import { openBenchSystem } from "./support/bench-system.ts";
import { maxRow, printTable } from "./support/compare.ts";
import { readNumbers } from "./support/read-numbers.ts";
import { seedLedger } from "./support/seed.ts";

/** Of the shipped units. */
const LIMIT_MB = 600;
const MAX_LATER_MB = 350;
const SELLERS = 50;
const PATHS = ["/home", "/buy", "/wallet", "/purchases"];

/**
 * `npm run bench -- burst [--pages N] [--minutes N]`: 500 pages that 50 sellers request at once from a portal with the
 * shipped limit of memory: none is rejected; and its memory some minutes later. Needs root and cgroup 1.
 */
export async function run(args: string[]): Promise<number> {
  const { pages, minutes } = readNumbers(args, { pages: 500, minutes: 5 });
  await using system = await openBenchSystem();
  await seedLedger(system.database.sql, { resellers: SELLERS, purchases: 20_000, ofFirst: 5 });
  const group = createMemoryGroup(`portal-burst-${process.pid}`, LIMIT_MB);
  const env = { TRUSTED_PROXIES: "127.0.0.1,::1", BOUNDS_FACTOR: "1" };
  const portal = await group.enterWhile(() => system.start({ env }));
  const sellers: string[] = [];
  for (let n = 0; n < SELLERS; n++) sellers.push(await system.cookie(await system.people.reseller()));
  const open = async (n: number) => {
    const headers = { Cookie: sellers[n % SELLERS] ?? "", "X-Forwarded-For": `203.0.113.${n % SELLERS}` };
    const response = await fetch(portal.url + PATHS[n % PATHS.length], { headers });
    await response.text();
    return response.status;
  };
  const statuses = await Promise.all(Array.from({ length: pages }, (_, n) => open(n)));
  const measure = () => readMemoryMb(group.pids());
  const after = measure();
  await pause(minutes * 60_000);
  const later = measure();
  await portal.kill();
  await group.close();
  const rejected = statuses.filter((status) => status !== 200).length;
  return printTable("burst", [
    maxRow({ what: `rejected of ${pages} pages`, unit: "" }, [rejected], 0),
    maxRow({ what: "memory after them", unit: "MB" }, [after]),
    maxRow({ what: `memory ${minutes} minutes later`, unit: "MB" }, [later], MAX_LATER_MB),
  ]);
}
