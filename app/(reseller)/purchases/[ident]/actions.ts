"use server";

import { z } from "zod";
import { openCase, replyCase } from "#lib/purchase/case/open-case";
import { noteRetail as note } from "#lib/purchase/retail";
import { cancel as cancelPurchase } from "#lib/purchase/settle/cancel";
import { action } from "#lib/web/action";

const SHOWN = { who: "reseller", shows: ({ ident }: { ident: string }) => `/purchases/${ident}` } as const;

export const noteRetail = action(
  z.object({ ident: z.string(), retail: z.string() }),
  async (ctx, input) => {
    await note(ctx, input);
    return "Saved.";
  },
  SHOWN,
);

export const cancel = action(
  z.object({ ident: z.string().regex(/^DT[0-9A-Z]+$/) }),
  async (ctx, { ident }) => {
    await cancelPurchase(ctx, { ident });
    return "Cancelled.";
  },
  SHOWN,
);

const CaseForm = z.looseObject({ ident: z.string().regex(/^DT[0-9A-Z]+$/) });

export const openTheCase = action(
  CaseForm.extend({ seen: z.string().default(""), said: z.string().default("") }),
  async (ctx, { ident, seen, said }) => {
    await openCase(ctx, { ident, seen: seen as "nothing", said });
  },
  SHOWN,
);

export const replyToCase = action(
  CaseForm.extend({ said: z.string().default("") }),
  async (ctx, { ident, said }) => {
    await replyCase(ctx, { ident, said });
    return "Sent.";
  },
  SHOWN,
);
