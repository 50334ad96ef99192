"use server";

import { startDispatching, stopDispatching } from "#lib/purchase/send/control";
import { releaseHeld } from "#lib/purchase/send/release";
import { acknowledge as close } from "#lib/reconcile/admin/acknowledge";
import { confirmDecision } from "#lib/reconcile/admin/confirm-decision";
import { type Decided, decide as settle } from "#lib/reconcile/admin/decide";
import { RecordTopUpInput, recordTopUp } from "#lib/reconcile/admin/record-top-up";
import { withdrawDecision } from "#lib/reconcile/admin/withdraw-decision";
import { changeSettings } from "#lib/reconcile/settings";
import { deskAction } from "../desk-action.ts";
import { doneOrWaits } from "../second-admin.tsx";

const HERE = "/admin";

export const decide = deskAction(settle, countWords, HERE);

export const confirm = deskAction(confirmDecision, "Settled.", HERE);

export const withdraw = deskAction(withdrawDecision, "Turned down.", HERE);

export const acknowledge = deskAction(
  close,
  (count) => (count === 1 ? "Acknowledged." : `${count} acknowledged.`),
  HERE,
);

/** A form always says which state it was made from. */
export const topUp = deskAction(recordTopUp, (done) => doneOrWaits(done, () => "Recorded."), HERE, {
  form: RecordTopUpInput.required({ seen: true }),
});

export const saveSettings = deskAction(changeSettings, "Saved.", HERE);

export const stop = deskAction(stopDispatching, "Sending is stopped.", HERE);

export const release = deskAction(releaseHeld, "Released.", HERE);

export const start = deskAction(startDispatching, "Sending runs.", HERE);

/** What became of a bulk decision: "2 settled, 1 waits for a second admin." */
function countWords({ settled, proposed, skipped, told }: Decided): string {
  const parts = [
    settled > 0 && `${settled} settled`,
    proposed > 0 && `${proposed} ${proposed === 1 ? "waits" : "wait"} for a second admin`,
    skipped > 0 && `${skipped} ${skipped === 1 ? "was" : "were"} already decided`,
  ].filter(Boolean);
  return [`${parts.join(", ")}.`, told].filter(Boolean).join(" ");
}
