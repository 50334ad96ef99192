import { connect, type Database } from "#db/client";
import { env } from "#lib/core/env";
import { POOL_SIZES, type PoolName } from "#lib/core/lane/pool-sizes";

/** Opens the connection pools of this process. */
export function openPools(): { [name in PoolName]: Database } & { closeAll(): Promise<void> } {
  const url = env().DATABASE_URL;
  const lines = Object.fromEntries(
    Object.entries(POOL_SIZES).map(([name, max]) => [name, connect(url, max)]),
  ) as {
    [name in PoolName]: Database;
  };
  return {
    ...lines,
    async closeAll() {
      await Promise.all(Object.values(lines).map((line) => line.close()));
    },
  };
}
