import { listen } from "#db/listen";
import type { Ctx } from "#lib/core/context";
import { createWakeSignal, repeatUntilAborted } from "#lib/core/lane/loop";
import type { Hosts, ServedHost } from "#lib/core/module";

export interface HostWatch {
  /** Finds the shop at a name, in memory: an invented one costs nothing that others share. */
  find(host: string): ServedHost | undefined;
  /** Whether the names have been read once. */
  isReady(): boolean;
  stop(): void;
}

/** For what changes without a notification, as the closing of an account does. */
const REREAD_INTERVAL_MS = 60_000;

/** Keeps all served host names in memory, read again after each notification of a change. */
export function watchHosts(ctx: Ctx, hosts: readonly Hosts[]): HostWatch {
  let served: ReadonlyMap<string, ServedHost> | undefined;
  const changed = createWakeSignal();
  const ending = new AbortController();
  const subscriptions = new Map<Hosts["channel"], () => void>();

  async function read(): Promise<void> {
    // First, so that no change is missed between the two.
    for (const { channel } of hosts)
      if (!subscriptions.has(channel)) subscriptions.set(channel, await listen(channel, changed.wake));
    changed.clear();
    const lists = await Promise.all(hosts.map(({ list }) => list(ctx)));
    served = new Map(lists.flatMap((list) => [...list]));
    await changed.wait(REREAD_INTERVAL_MS);
  }

  void repeatUntilAborted(ending.signal, read, "hosts.not_read");
  return {
    find: (host) => served?.get(host),
    isReady: () => served !== undefined,
    stop() {
      for (const unsubscribe of subscriptions.values()) unsubscribe();
      ending.abort();
      changed.wake();
    },
  };
}
