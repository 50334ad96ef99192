"use server";

import {
  StartDispatchingInput,
  StopDispatchingInput,
  startDispatching,
  stopDispatching,
} from "#lib/purchase/send/control";
import { AcknowledgeInput, acknowledge as close } from "#lib/reconcile/admin/acknowledge";
import { ConfirmDecisionInput, confirmDecision } from "#lib/reconcile/admin/confirm-decision";
import { type Decided, DecideInput, decide as settle } from "#lib/reconcile/admin/decide";
import { RecordTopUpInput, recordTopUp } from "#lib/reconcile/admin/record-top-up";
import { WithdrawDecisionInput, withdrawDecision } from "#lib/reconcile/admin/withdraw-decision";
import { ChangeSettingsInput, changeSettings } from "#lib/reconcile/settings";
import { deskAction } from "../desk-action.ts";
import { doneOrWaits } from "../second-admin.tsx";

const HERE = "/admin";
/** A form always says which state it was made from. */
const seen = { seen: true } as const;

export const decide = deskAction(
  DecideInput,
  async (ctx, input) => countWords(await settle(ctx, input)),
  HERE,
);

export const confirm = deskAction(
  ConfirmDecisionInput,
  async (ctx, input) => {
    await confirmDecision(ctx, input);
    return "Settled.";
  },
  HERE,
);

export const withdraw = deskAction(
  WithdrawDecisionInput,
  async (ctx, input) => {
    await withdrawDecision(ctx, input);
    return "Turned down.";
  },
  HERE,
);

export const acknowledge = deskAction(
  AcknowledgeInput,
  async (ctx, input) => {
    const count = await close(ctx, input);
    return count === 1 ? "Acknowledged." : `${count} acknowledged.`;
  },
  HERE,
);

export const topUp = deskAction(
  RecordTopUpInput.required(seen),
  async (ctx, input) => {
    await recordTopUp(ctx, input);
    return "Recorded.";
  },
  HERE,
);

export const saveSettings = deskAction(
  ChangeSettingsInput,
  async (ctx, input) => {
    return doneOrWaits(await changeSettings(ctx, input), () => "Saved.");
  },
  HERE,
);

export const stop = deskAction(
  StopDispatchingInput,
  async (ctx, input) => {
    await stopDispatching(ctx, input);
    return "Sending is stopped.";
  },
  HERE,
);

export const start = deskAction(
  StartDispatchingInput,
  async (ctx, input) => {
    await startDispatching(ctx, input);
    return "Sending runs.";
  },
  HERE,
);

/** What became of a bulk decision: "2 settled, 1 waits for a second admin." */
function countWords({ settled, proposed, skipped, told }: Decided): string {
  const parts = [
    settled > 0 && `${settled} settled`,
    proposed > 0 && `${proposed} ${proposed === 1 ? "waits" : "wait"} for a second admin`,
    skipped > 0 && `${skipped} ${skipped === 1 ? "was" : "were"} already decided`,
  ].filter(Boolean);
  return [`${parts.join(", ")}.`, told].filter(Boolean).join(" ");
}
