import { sql } from "drizzle-orm";
import { findRoleByName } from "#lib/account/admins";
import { giveRole } from "#lib/account/staff/give-role";
import { isPendingApproval } from "#lib/audit/approval-request";
import { approvalSettings } from "#lib/audit/approval-settings";
import type { Ctx } from "#lib/core/context";
import { postCredit } from "#lib/ledger/adjust-wallet";
import { resolveUnconfirmed } from "#lib/reconcile/admin/resolve-unconfirmed";
import { unconfirmedList } from "#lib/reconcile/admin/unconfirmed-list";
import { type ActionSamples, type ActionScene, REASON } from "#lib/testing/action-scene";
import { storeSettings } from "#lib/testing/store-settings";

let made = 0;

export function actionSamples(scene: ActionScene): ActionSamples {
  const { at, second } = scene;

  async function createDiscrepancy(kind: "rise" | "fall"): Promise<number> {
    await scene.purchase("successful");
    made += 1;
    const [row] = await at.system.db.execute<{ id: string }>(sql`
    insert into discrepancies (supplier_id, key, kind, attempt_id, amount, earliest, latest, detail)
    select 1, ${`k${made}`}, ${kind}, max(id), ${kind === "rise" ? 700 : -700}, now() - interval '1 hour', now(), 'odd'
    from attempts returning id`);
    return Number(row?.id);
  }

  async function createOutcomeRequest(): Promise<number> {
    const ident = await scene.purchase("unconfirmed");
    await storeSettings(at.system.db, approvalSettings, { singleAdminLimit: 1n });
    await resolveUnconfirmed(second, { ident: [ident], outcome: "failed", reason: REASON });
    await storeSettings(at.system.db, approvalSettings, { singleAdminLimit: 100000000n });
    return (await unconfirmedList.page(second, { q: ident })).rows[0]?.approvalRequest?.id ?? 0;
  }

  /** A credit above the limit, which waits for approval: the id of its request. */
  async function createCreditRequest(): Promise<number> {
    await storeSettings(at.system.db, approvalSettings, { singleAdminLimit: 1n });
    const done = await postCredit(second, getAdjustmentForm(60n));
    await storeSettings(at.system.db, approvalSettings, { singleAdminLimit: 100000000n });
    return isPendingApproval(done) ? done.approvalRequest : 0;
  }

  async function findRoleId(name: string): Promise<number> {
    return (await findRoleByName(at.system, name)).id;
  }

  /** An admin without any role: its id. */
  async function createAdminWithoutRole(): Promise<number> {
    const id = getAdminId(await at.admin());
    await at.system.db.execute(sql`delete from staff where id = ${id}`);
    return id;
  }

  const getAdjustmentForm = (amount: bigint) => ({ resellerId: scene.reseller.id, amount, reason: REASON });

  const getAdminId = ({ actor }: Ctx) => (actor.kind === "admin" ? actor.id : 0);

  return {
    acknowledgeDiscrepancies: async () => ({ id: [await createDiscrepancy("fall")], reason: REASON }),
    approveRequest: [
      {
        permission: "staff",
        given: async () => {
          const input = {
            id: await createAdminWithoutRole(),
            roleId: await findRoleId("finance"),
            reason: REASON,
          };
          const done = await giveRole(second, input);
          return { id: isPendingApproval(done) ? done.approvalRequest : 0 };
        },
      },
      async () => ({ id: await createOutcomeRequest() }),
      async () => ({ id: await createCreditRequest() }),
    ],
    recordUpstreamDeposit: async () => ({
      amount: 700n,
      discrepancy: await createDiscrepancy("rise"),
      reason: REASON,
    }),
    rejectRequest: [
      async () => ({ id: await createOutcomeRequest(), reason: REASON }),
      async () => ({ id: await createCreditRequest(), reason: REASON }),
    ],
    resolveUnconfirmed: async () => ({
      ident: [await scene.purchase("unconfirmed")],
      outcome: "failed",
      reason: REASON,
    }),
  };
}
