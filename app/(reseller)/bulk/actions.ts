"use server";

import { redirect } from "next/navigation";
import { z } from "zod";
import { AgainInput, tryAgain } from "#lib/bulk/again";
import {
  ChangeRowInput,
  ChoosePlanInput,
  changeRow,
  choosePlan,
  discardDraft,
  MeanInput,
  makeDraft,
  meanRows,
  RowInput,
  RunInput,
  removeRow,
} from "#lib/bulk/draft";
import { readList } from "#lib/bulk/read-isolated";
import { BeginInput, beginRun, cancelRest, goOn, stopRun } from "#lib/bulk/run";
import { action } from "#lib/web/action";
import { safePath } from "#lib/web/next-path";

const WHO = { who: "reseller" } as const;
const SHOWN = { ...WHO, shows: ({ id }: { id: number }) => `/bulk/${id}` };

const PasteForm = z.object({
  key: z.uuid(),
  text: z.string().min(1).max(900_000, "That is too much at once. Send it as a file."),
  plan: z
    .string()
    .regex(/^\d{1,9}$/)
    .optional()
    .catch(undefined),
});

/** Keeps what was pasted, and goes to its page. */
export const paste = action(
  PasteForm,
  async (ctx, { key, text, plan }) => {
    const planId = plan === undefined ? undefined : Number(plan);
    const id = await makeDraft(ctx, { key, lines: await readList(ctx, text), planId });
    redirect(`/bulk/${id}`);
  },
  WHO,
);

/** Writes a row anew, and goes back to where it stands. */
export const change = action(
  ChangeRowInput.extend({ back: z.string().max(300) }),
  async (ctx, { back, ...row }) => {
    await changeRow(ctx, row);
    redirect(`${safePath(back)}#row-${row.row}`);
  },
  WHO,
);

export const remove = action(RowInput, removeRow, SHOWN);
export const mean = action(MeanInput, meanRows, SHOWN);
export const choose = action(ChoosePlanInput, choosePlan, SHOWN);
export const begin = action(BeginInput, beginRun, SHOWN);
export const resume = action(BeginInput, goOn, SHOWN);
export const stop = action(RunInput, stopRun, SHOWN);
export const cancel = action(RunInput, cancelRest, SHOWN);

export const discard = action(
  RunInput,
  async (ctx, input) => {
    await discardDraft(ctx, input);
    redirect("/bulk");
  },
  WHO,
);

export const again = action(
  AgainInput,
  async (ctx, input) => {
    redirect(`/bulk/${await tryAgain(ctx, input)}`);
  },
  WHO,
);
