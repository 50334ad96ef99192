import { CONTROL_VERBS } from "#sandbox/control-verbs";
import { createUpstreamListener } from "#sandbox/service";
import { patchSettings } from "#sandbox/settings";
import { createSandboxWorld, type SandboxWorld } from "#sandbox/world";
import { serve } from "./servers.ts";

/** The suppliers, by the names of their services. */
const suppliers = new Map<string, SandboxWorld>();

export const supplierCalls = {
  openSupplier({ name, seed, perMinute }: { name: string; seed: number; perMinute: number | null }) {
    const world = createSandboxWorld({
      tokens: [{ token: `token-of-${name}` }],
      balanceMinor: 100_000_000_000n,
      seed,
      settings: patchSettings({ purchasesPerMinute: perMinute }),
    });
    suppliers.set(name, world);
    serve(name, createUpstreamListener(world));
  },
  /** Runs a verb of a supplier's control address. */
  control: ({ name, verb, input }: { name: string; verb: string; input?: unknown }) =>
    structuredClone(CONTROL_VERBS[verb]?.(get(name), input)),
  readTruth: (name: string) => ({
    log: structuredClone(get(name).log.entries),
    transactions: structuredClone(get(name).transactions),
  }),
};

function get(name: string): SandboxWorld {
  const supplier = suppliers.get(name);
  if (!supplier) throw new Error(`There is no supplier ${name}.`);
  return supplier;
}
