import { requestFunding } from "#lib/funding/request-funding";
import { type ActionSamples, type ActionScene, REASON } from "#lib/testing/action-scene";
import type { OldRows } from "#lib/testing/samples";

export const oldRows: OldRows = {
  funding_images: (at) => `with f as (
    insert into funding_requests (reseller_id, ref, amount, bank_reference, state, decided_at)
    values (1, gen_random_uuid(), 1, 'x', 'rejected', ${at}) returning id)
    insert into funding_images (request_id, bytes) select id, 'x' from f`,
};

let made = 0;

export function actionSamples(scene: ActionScene): ActionSamples {
  async function createFundingRequest(): Promise<{ id: number; reason: string }> {
    made += 1;
    const request = { ref: `f${made}`, amount: "10.00", bankReference: `bank ${made}` };
    return { id: await requestFunding(scene.reseller.ctx, request), reason: REASON };
  }

  return {
    approveFunding: createFundingRequest,
    rejectFunding: createFundingRequest,
  };
}
