import type { Ctx } from "#lib/core/context";
import type { Hosts, ServedHost } from "#lib/core/module";

/** @throws Error when too many unknown names were asked for, or the database can't be reached */
export type FindHost = (host: string) => Promise<ServedHost | undefined>;

interface Answer {
  served: ServedHost | undefined;
  until: number;
}

/** A change of a domain is visible after this time. */
const CACHE_MS = 5_000;
const MAX_CACHED = 1_000;
/** Of one process, against floods of invented names. */
const MAX_LOOKUPS_PER_S = 100;
/** No DNS name is longer. */
const MAX_NAME_LENGTH = 253;

/** Creates the finder of host names, which remembers for some seconds and limits its queries. */
export function createHostFinder(ctx: Ctx, hosts: readonly Hosts[], now = () => performance.now()): FindHost {
  // Apart: invented names must not displace those of shops.
  const shopNames = new Map<string, Answer>();
  const strayNames = new Map<string, Answer>();
  let window = { beganAt: now(), lookups: 0 };

  const remember = (map: Map<string, Answer>, host: string, served: ServedHost | undefined) => {
    map.delete(host);
    if (map.size >= MAX_CACHED) map.delete(map.keys().next().value ?? "");
    map.set(host, { served, until: now() + CACHE_MS });
  };

  const countLookup = () => {
    if (now() - window.beganAt >= 1_000) window = { beganAt: now(), lookups: 0 };
    window.lookups += 1;
    if (window.lookups > MAX_LOOKUPS_PER_S) throw new Error("too many host names in a second");
  };

  async function lookUp(host: string): Promise<ServedHost | undefined> {
    for (const { find } of hosts) {
      const served = await find(ctx, host);
      if (served) return served;
    }
    return undefined;
  }

  return async (host) => {
    if (host.length > MAX_NAME_LENGTH || !/^[a-z0-9.-]+$/.test(host)) return undefined;
    const cached = [shopNames.get(host), strayNames.get(host)].find(
      (answer) => answer && answer.until > now(),
    );
    if (cached) return cached.served;
    countLookup();
    const served = await lookUp(host);
    remember(served ? shopNames : strayNames, host, served);
    if (served) strayNames.delete(host);
    else shopNames.delete(host);
    return served;
  };
}
