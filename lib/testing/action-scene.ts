import { sql } from "drizzle-orm";
import type { Ctx } from "#lib/core/context";
import type { Permission } from "#lib/core/permission";
import { placePurchase } from "#lib/purchase/place/place-purchase";
import { settlePurchase } from "#lib/purchase/settle/settle-purchase";
import { runUnguarded } from "./run-unguarded.ts";
import type { Scene } from "./scene.ts";

export const REASON = "as agreed on the phone";

/** Prepares data for samples of actions. */
export interface ActionScene {
  at: Scene;
  /** An admin beside the tested one. */
  second: Ctx;
  /** A reseller with money, new for each sample. */
  reseller: { id: number; ctx: Ctx };
  /** Begins a sample: makes its reseller, and ends what the samples before it left. */
  begin(): Promise<void>;
  /** Creates a purchase of the reseller. @returns its ident. */
  purchase(state: "successful" | "unconfirmed"): Promise<string>;
  /** Returns the fields of a form that changes the reseller. */
  changed(): Promise<{ resellerId: number; version: number; reason: string }>;
}

/** Creates the data of a call of an action, and returns the input. */
type Given = () => Promise<object>;

export interface ActionSample {
  given: Given;
  /** It creates a row. */
  makes?: true;
  /** The permission of this use, where it differs from the action's. */
  permission?: Permission;
}

type Sample = Given | ActionSample;

/** The sample of each action by its name, or several. */
export type ActionSamples = Readonly<Record<string, Sample | readonly Sample[]>>;

export async function createActionScene(at: Scene): Promise<ActionScene> {
  let made = 0;
  const scene: ActionScene = {
    at,
    second: await at.admin(),
    reseller: await at.reseller("api", 50_000_000n),
    async begin() {
      scene.reseller = await at.reseller("api", 50_000_000n);
      await runUnguarded(
        at.system.db,
        sql`update approval_requests set ended_at = now() where ended_at is null`,
        sql`delete from single_admin_moves`,
        sql`update outages set ended_at = now(), ended_by = 'test' where ended_at is null`,
        sql`update settings set value = value || '{"singleAdminLimit": "100000000"}' where name = 'approval'`,
        sql`update catalogue set prices_follow = 'main'`,
        sql`delete from plan_routings`,
        sql`delete from routes where supplier_id <> 1`,
        sql`delete from supplier_sending where supplier_id <> 1`,
        sql`delete from suppliers where id <> 1`,
        sql`update dispatcher set stopped = false, stopped_at = null, routing = 'cost', on_price_rise = 'refund'`,
        sql`update supplier_sending set stopped = false, stopped_at = null, probe_at = null`,
      );
    },
    async purchase(state) {
      made += 1;
      const order = { ref: `v${made}`, phone: "08031234567", channel: "api" as const, again: true };
      const { planId, networkId } = at.offered();
      const { ident, id } = (await placePurchase(scene.reseller.ctx, { ...order, planId, networkId }))
        .purchase;
      await at.system.db.execute(sql`update purchases set state = 'sending' where id = ${id}`);
      await at.system.db.execute(sql`
        insert into attempts (supplier_id, purchase_id, worker, answered_at, result, cost)
        select 1, id, 'test', now(), ${state}, cost from purchases where id = ${id}`);
      if (state === "unconfirmed")
        await at.system.db.execute(sql`update purchases set state = 'unconfirmed' where id = ${id}`);
      else
        await settlePurchase(at.system, {
          purchaseId: id,
          from: ["sending"],
          to: "successful",
          by: "answer",
          outcome: null,
        });
      return ident;
    },
    async changed() {
      const resellerId = scene.reseller.id;
      const [row] = await at.system.db.execute<{ version: number }>(
        sql`select version from resellers where id = ${resellerId}`,
      );
      return { resellerId, version: Number(row?.version), reason: REASON };
    },
  };
  return scene;
}
