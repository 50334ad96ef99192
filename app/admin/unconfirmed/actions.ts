"use server";

import { revalidatePath } from "next/cache";
import { StartDispatchingInput, startDispatching } from "#lib/purchase/start-dispatching";
import { StopDispatchingInput, stopDispatching } from "#lib/purchase/stop-dispatching";
import { AcknowledgeInput, acknowledge as close } from "#lib/reconcile/acknowledge";
import { ChangeSettingsInput, changeSettings } from "#lib/reconcile/change-settings";
import { ConfirmDecisionInput, confirmDecision } from "#lib/reconcile/confirm-decision";
import { DecideInput, decide as settle } from "#lib/reconcile/decide";
import { RecordTopUpInput, recordTopUp } from "#lib/reconcile/record-top-up";
import { withdrawDecision } from "#lib/reconcile/withdraw-decision";
import { action } from "#lib/web/action";
import { countWords } from "./count-words.ts";

const who = { who: "admin" } as const;
const again = () => revalidatePath("/admin/unconfirmed");

export const decide = action(
  DecideInput,
  async (ctx, input) => {
    const done = await settle(ctx, input);
    again();
    return countWords(done);
  },
  who,
);

export const confirm = action(
  ConfirmDecisionInput,
  async (ctx, input) => {
    await confirmDecision(ctx, input);
    again();
    return "Settled.";
  },
  who,
);

export const withdraw = action(
  ConfirmDecisionInput,
  async (ctx, input) => {
    await withdrawDecision(ctx, input);
    again();
    return "Turned down.";
  },
  who,
);

export const acknowledge = action(
  AcknowledgeInput,
  async (ctx, input) => {
    const count = await close(ctx, input);
    again();
    return count === 1 ? "Acknowledged." : `${count} acknowledged.`;
  },
  who,
);

export const topUp = action(
  RecordTopUpInput,
  async (ctx, input) => {
    await recordTopUp(ctx, input);
    again();
    return "Recorded.";
  },
  who,
);

export const saveSettings = action(
  ChangeSettingsInput,
  async (ctx, input) => {
    await changeSettings(ctx, input);
    again();
    return "Saved.";
  },
  who,
);

export const stop = action(
  StopDispatchingInput,
  async (ctx, input) => {
    await stopDispatching(ctx, input);
    again();
    return "Sending is stopped.";
  },
  who,
);

export const start = action(
  StartDispatchingInput,
  async (ctx, input) => {
    await startDispatching(ctx, input);
    again();
    return "Sending runs.";
  },
  who,
);
