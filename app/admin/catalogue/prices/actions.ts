"use server";

import { revalidatePath } from "next/cache";
import { z } from "zod";
import { savePrices, undoPrices } from "#lib/catalogue/save-prices";
import { action } from "#lib/web/action";
import { jsonField } from "#lib/web/json-field";
import { problemOf } from "#lib/web/problem";
import { deskAction } from "../../desk-action.ts";
import { type GridAnswer, lookAt, savedWords } from "./grid-answer.ts";

const HERE = "/admin/catalogue";

export const undoThePrices = deskAction(undoPrices, "Taken back. The prices are as they were before.", HERE);

const Sent = z.looseObject({
  step: z.enum(["look", "save"]).catch("look"),
  was: jsonField,
  seen: z.string().max(20_000).default(""),
  reason: z.string().max(1_000).default(""),
});

/** The grid as it was sent: looked at, or saved. Whatever was wrong comes back with what was typed, and how prices are now. */
export const sendGrid = action(
  Sent,
  async (ctx, { step, was, seen, reason, ...rest }): Promise<GridAnswer> => {
    const typed = Object.fromEntries(
      Object.entries(rest).filter((cell): cell is [string, string] => /^\d/.test(cell[0])),
    );
    const grid = { typed, was: was as Record<string, string> };
    if (step === "look") return lookAt(ctx, grid);
    try {
      return { done: savedWords(await savePrices(ctx, { ...grid, seen, reason })) };
    } catch (error) {
      const { code, message, fields } = problemOf(error);
      if (code !== "conflict" && code !== "invalid") throw error;
      const { reason: why, ...others } = fields;
      const trouble = why ? undefined : (Object.values(others).flat()[0] ?? message);
      return { ...(await lookAt(ctx, grid)), reason, wrongReason: why?.join(" "), trouble };
    } finally {
      revalidatePath(HERE, "layout");
    }
  },
  { who: "admin" },
);
