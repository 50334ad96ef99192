"use server";

import { z } from "zod";
import type { Ctx } from "#lib/core/context";
import { Reason } from "#lib/core/reason";
import { approveFunding, refuseFunding } from "#lib/funding/decide-funding";
import { checkPayment } from "#lib/payment/look-again";
import { AnswerCaseInput, answerCase } from "#lib/purchase/case/answer-case";
import { NoteInput, note } from "#lib/purchase/note";
import { reverse } from "#lib/purchase/settle/reverse";
import { decide } from "#lib/reconcile/admin/decide";
import { bulkAction } from "./bulk-action.ts";

const Why = z.object({ reason: Reason });

export const approvePayments = bulkAction(Why, (ctx, { name }, { reason }) =>
  approveFunding(ctx, { id: Number(name), reason }),
);

export const refusePayments = bulkAction(Why, (ctx, { name }, { reason }) =>
  refuseFunding(ctx, { id: Number(name), reason }),
);

export const settleDelivered = bulkAction(Why, (ctx, { name: ident }, { reason }) =>
  decideOne(ctx, { ident, outcome: "successful", reason }),
);

export const settleFailed = bulkAction(Why, (ctx, { name: ident }, { reason }) =>
  decideOne(ctx, { ident, outcome: "failed", reason }),
);

export const reversePurchases = bulkAction(Why, (ctx, { name: ident }, { reason }) =>
  reverse(ctx, { ident, reason }),
);

export const notePurchases = bulkAction(NoteInput.pick({ text: true }), (ctx, { name: ident }, { text }) =>
  note(ctx, { ident, text }),
);

export const answerCases = bulkAction(
  AnswerCaseInput.omit({ ident: true, version: true }),
  (ctx, { name: ident, version }, input) => answerCase(ctx, { ident, version, ...input }),
);

export const checkPayments = bulkAction(z.object({}), (ctx, { name: reference }) =>
  checkPayment(ctx, { reference }),
);

async function decideOne(
  ctx: Ctx,
  input: { ident: string; outcome: "successful" | "failed"; reason: string },
) {
  return (await decide(ctx, input)).waits;
}
