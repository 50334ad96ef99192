import { createServer, type Server } from "node:http";
import { CONTROL_VERBS } from "#sandbox/control-verbs";
import { createUpstreamListener } from "#sandbox/service";
import { patchSettings } from "#sandbox/settings";
import { createSandboxWorld, type SandboxWorld } from "#sandbox/world";
import type { SimulatedSocket } from "./simulated-socket.ts";

/** The suppliers, by the names of their services. */
const suppliers = new Map<string, { world: SandboxWorld; server: Server }>();

export const calls = {
  openSupplier({ name, seed, perMinute }: { name: string; seed: number; perMinute: number | null }) {
    const world = createSandboxWorld({
      tokens: [{ token: `token-of-${name}` }],
      balanceMinor: 100_000_000_000n,
      seed,
      settings: patchSettings({ purchasesPerMinute: perMinute }),
    });
    const server = createServer({ requestTimeout: 0, headersTimeout: 0 }, createUpstreamListener(world));
    suppliers.set(name, { world, server });
  },
  /** Runs a verb of a supplier's control address. */
  control: ({ name, verb, input }: { name: string; verb: string; input?: unknown }) =>
    structuredClone(CONTROL_VERBS[verb]?.(get(name).world, input)),
  readTruth: (name: string) => ({
    log: structuredClone(get(name).world.log.entries),
    transactions: structuredClone(get(name).world.transactions),
  }),
};

export function accept(service: string, socket: SimulatedSocket): void {
  get(service).server.emit("connection", socket);
}

function get(name: string) {
  const supplier = suppliers.get(name);
  if (!supplier) throw new Error(`There is no supplier ${name}.`);
  return supplier;
}
