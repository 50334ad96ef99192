import { z } from "zod";
import { TIERS } from "./catalogue.ts";
import { faultExecution, UpstreamFault } from "./fault.ts";
import { FAULT_PRESETS } from "./presets.ts";
import { patchSettings, SandboxSettingsPatch } from "./settings.ts";
import { settleTransaction } from "./transaction.ts";
import type { SandboxWorld } from "./world.ts";

const FaultOrder = z.union([
  z
    .enum(Object.keys(FAULT_PRESETS) as (keyof typeof FAULT_PRESETS)[])
    .transform((name): UpstreamFault => FAULT_PRESETS[name]),
  UpstreamFault.refine(
    (fault) => faultExecution(fault) !== "none" || !["normal", undefined].includes(fault.answer),
    {
      error: "This answer contains a transaction, so it needs one. With execute none, order another answer.",
    },
  ),
]);

const Target = z.strictObject({
  route: z.enum(["purchase", "plain", "filtered"]).optional(),
  phone: z.string().optional(),
  ref: z.string().optional(),
  plan: z.int().optional(),
  network: z.int().optional(),
});

const Amount = z.strictObject({ amountMinor: z.bigint() });
const Prices = z.partialRecord(z.enum(TIERS), z.bigint());

export const PlanPatch = z.strictObject({
  id: z.int(),
  networkId: z.int().optional(),
  typeId: z.int().optional(),
  size: z.string().optional(),
  volume: z.string().optional(),
  validity: z.string().optional(),
  validityNormalized: z.string().optional(),
  prices: Prices.optional(),
  active: z.boolean().optional(),
});
export type PlanPatch = z.infer<typeof PlanPatch>;

const CatalogueNodePatch = z.strictObject({
  id: z.int(),
  name: z.string().optional(),
  code: z.string().optional(),
  active: z.boolean().optional(),
});
export type CatalogueNodePatch = z.infer<typeof CatalogueNodePatch>;

type ControlVerb = (world: SandboxWorld, input: unknown) => unknown;

/** Defines a verb that checks its input against a schema first; throws ZodError. */
function defineControlVerb<Schema extends z.ZodType>(
  schema: Schema,
  act: (world: SandboxWorld, input: z.infer<Schema>) => unknown,
): ControlVerb {
  return (world, input) => act(world, schema.parse(input ?? {}));
}

/** All verbs of the control address, by path. */
export const CONTROL_VERBS: Record<string, ControlVerb> = {
  order: defineControlVerb(
    z.strictObject({
      fault: FaultOrder,
      on: Target.default({}),
      times: z.union([z.int().min(1), z.literal("always")]).default(1),
    }),
    ({ faults }, { fault, on, times }) => faults.order(fault, on, times === "always" ? Infinity : times),
  ),
  rates: defineControlVerb(
    z.strictObject({
      rates: z.array(z.strictObject({ fault: FaultOrder, rate: z.number().min(0).max(1) })),
      seed: z.int().optional(),
    }),
    ({ faults }, { rates, seed }) => faults.setRates(rates, seed),
  ),
  "clear-faults": ({ faults }) => faults.clear(),
  settings: defineControlVerb(SandboxSettingsPatch, (world, patch) => {
    world.settings = patchSettings(patch, world.settings);
    return world.settings;
  }),
  tokens: defineControlVerb(
    z.array(
      z.strictObject({
        token: z.string().min(1),
        ips: z.array(z.string()).optional(),
        origins: z.array(z.string()).optional(),
      }),
    ),
    (world, tokens) => {
      world.tokens = tokens;
    },
  ),
  "set-plan": defineControlVerb(PlanPatch, (world, patch) => changePlan(world, patch)),
  "remove-plan": defineControlVerb(z.strictObject({ id: z.int() }), ({ catalogue }, { id }) =>
    catalogue.plans.delete(id),
  ),
  "set-type": defineControlVerb(CatalogueNodePatch, ({ catalogue }, patch) =>
    changeNode(catalogue.types, patch),
  ),
  "set-network": defineControlVerb(CatalogueNodePatch, ({ catalogue }, patch) =>
    changeNode(catalogue.networks, patch),
  ),
  "top-up": defineControlVerb(Amount, ({ wallet }, { amountMinor }) => wallet.move("top-up", amountMinor)),
  spend: defineControlVerb(Amount, ({ wallet }, { amountMinor }) =>
    wallet.move("other-spender", -amountMinor),
  ),
  "set-balance": defineControlVerb(Amount, ({ wallet }, { amountMinor }) =>
    wallet.move("set", amountMinor - wallet.balanceMinor),
  ),
  settle: defineControlVerb(
    z.strictObject({
      id: z.int(),
      outcome: z.enum(["deliver", "fail"]),
      refund: z.boolean().default(true),
      text: z.string().optional(),
    }),
    (world, { id, outcome, ...how }) => {
      const transaction = world.transactions.find((transaction) => transaction.id === id);
      if (!transaction) throw new Error(`There is no transaction ${id}.`);
      return settleTransaction(world, transaction, outcome, how);
    },
  ),
  release: defineControlVerb(z.strictObject({ n: z.int().optional() }), ({ gate }, { n }) => gate.release(n)),
};

function changePlan({ catalogue }: SandboxWorld, { prices, ...patch }: PlanPatch) {
  const current = catalogue.plans.get(patch.id);
  const pattern = current ?? [...catalogue.plans.values()][0];
  if (!pattern) throw new Error("There is no plan to copy the other fields from.");
  const plan = { ...pattern, active: current?.active ?? true, ...patch };
  const changed = { ...plan, prices: { ...pattern.prices, ...prices } };
  catalogue.plans.set(patch.id, changed);
  return changed;
}

function changeNode<Node extends { id: number }>(nodes: Map<number, Node>, patch: CatalogueNodePatch): Node {
  const node = nodes.get(patch.id);
  if (!node) throw new Error(`nothing has the id ${patch.id}`);
  return Object.assign(node, patch);
}
