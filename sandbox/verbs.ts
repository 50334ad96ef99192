import { z } from "zod";
import { tiers } from "./catalogue.ts";
import { executeOf, Fault } from "./fault.ts";
import { presets } from "./presets.ts";
import { patched, SettingsPatch } from "./settings.ts";
import { settle } from "./settle.ts";
import type { World } from "./world.ts";

const FaultOrder = z.union([
  z.enum(Object.keys(presets) as (keyof typeof presets)[]).transform((name): Fault => presets[name]),
  Fault.refine((fault) => executeOf(fault) !== "none" || !["normal", undefined].includes(fault.answer), {
    error: "an answer that tells of a transaction needs one: order another answer with execute none",
  }),
]);

const Target = z.strictObject({
  route: z.enum(["purchase", "plain", "filtered"]).optional(),
  phone: z.string().optional(),
  ref: z.string().optional(),
  plan: z.int().optional(),
});

const Amount = z.strictObject({ amountMinor: z.bigint() });
const Prices = z.partialRecord(z.enum(tiers), z.bigint());

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

const NodePatch = z.strictObject({
  id: z.int(),
  name: z.string().optional(),
  code: z.string().optional(),
  active: z.boolean().optional(),
});
export type NodePatch = z.infer<typeof NodePatch>;

type Verb = (world: World, input: unknown) => unknown;

/** A verb that checks its input against a schema first; throws ZodError. */
function verb<Schema extends z.ZodType>(
  schema: Schema,
  act: (world: World, input: z.infer<Schema>) => unknown,
): Verb {
  return (world, input) => act(world, schema.parse(input ?? {}));
}

/** Everything that can be done at the control address, by path. */
export const verbs: Record<string, Verb> = {
  order: verb(
    z.strictObject({
      fault: FaultOrder,
      on: Target.default({}),
      times: z.union([z.int().min(1), z.literal("always")]).default(1),
    }),
    ({ faults }, { fault, on, times }) => faults.order(fault, on, times === "always" ? Infinity : times),
  ),
  rates: verb(
    z.strictObject({
      rates: z.array(z.strictObject({ fault: FaultOrder, rate: z.number().min(0).max(1) })),
      seed: z.int().optional(),
    }),
    ({ faults }, { rates, seed }) => faults.setRates(rates, seed),
  ),
  "clear-faults": ({ faults }) => faults.clear(),
  settings: verb(SettingsPatch, (world, patch) => {
    world.settings = patched(patch, world.settings);
    return world.settings;
  }),
  tokens: verb(
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
  "set-plan": verb(PlanPatch, (world, patch) => setPlan(world, patch)),
  "remove-plan": verb(z.strictObject({ id: z.int() }), ({ catalogue }, { id }) => catalogue.plans.delete(id)),
  "set-type": verb(NodePatch, ({ catalogue }, patch) => change(catalogue.types, patch)),
  "set-network": verb(NodePatch, ({ catalogue }, patch) => change(catalogue.networks, patch)),
  "top-up": verb(Amount, ({ wallet }, { amountMinor }) => wallet.move("top-up", amountMinor)),
  spend: verb(Amount, ({ wallet }, { amountMinor }) => wallet.move("other-spender", -amountMinor)),
  "set-balance": verb(Amount, ({ wallet }, { amountMinor }) =>
    wallet.move("set", amountMinor - wallet.balanceMinor),
  ),
  settle: verb(
    z.strictObject({
      id: z.int(),
      outcome: z.enum(["deliver", "fail"]),
      refund: z.boolean().default(true),
      text: z.string().optional(),
    }),
    (world, { id, outcome, ...how }) => {
      const transaction = world.transactions.find((known) => known.id === id);
      if (!transaction) throw new Error(`no transaction ${id}`);
      return settle(world, transaction, outcome, how);
    },
  ),
  release: verb(z.strictObject({ n: z.int().optional() }), ({ gate }, { n }) => gate.release(n)),
};

function setPlan({ catalogue }: World, { prices, ...patch }: PlanPatch) {
  const known = catalogue.plans.get(patch.id);
  const pattern = known ?? [...catalogue.plans.values()][0];
  if (!pattern) throw new Error("no plan left to take the rest of the fields from");
  const plan = { ...pattern, active: known?.active ?? true, ...patch };
  const changed = { ...plan, prices: { ...pattern.prices, ...prices } };
  catalogue.plans.set(patch.id, changed);
  return changed;
}

function change<Node extends { id: number }>(nodes: Map<number, Node>, patch: NodePatch): Node {
  const node = nodes.get(patch.id);
  if (!node) throw new Error(`nothing has the id ${patch.id}`);
  return Object.assign(node, patch);
}
