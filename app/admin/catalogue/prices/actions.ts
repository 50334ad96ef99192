"use server";
import { revalidatePath } from "next/cache";
import { z } from "zod";
import { createAdminAction } from "#app/admin/create-admin-action.ts";
import { savePrices, undoPrices } from "#lib/catalogue/price/save-prices";
import { defineAction } from "#lib/request/action";
import { jsonField } from "#lib/request/form";
import { toProblem } from "#lib/request/problem";
import { formatSavedPriceCount, type PriceGridResult, previewPriceGrid } from "./price-grid-result.ts";

export const undoPricesAction = createAdminAction(undoPrices, "Undone. The previous prices apply.");

const PriceGridForm = z.looseObject({
  step: z.enum(["look", "save"]).catch("look"),
  was: jsonField,
  fingerprint: z.string().max(20_000).default(""),
  reason: z.string().max(1_000).default(""),
  largeChanges: z.literal("yes").optional(),
});

export const savePriceGridAction = defineAction(
  PriceGridForm,
  async (ctx, { step, was, fingerprint, reason, largeChanges, ...rest }): Promise<PriceGridResult> => {
    const typed = Object.fromEntries(
      Object.entries(rest).filter((cell): cell is [string, string] => /^\d/.test(cell[0])),
    );
    const grid = { typed, was: was as Record<string, string> };
    if (step === "look") return previewPriceGrid(ctx, grid);
    try {
      return {
        done: formatSavedPriceCount(await savePrices(ctx, { ...grid, fingerprint, reason, largeChanges })),
      };
    } catch (error) {
      const { code, message, fields } = toProblem(error);
      if (code !== "conflict" && code !== "invalid") throw error;
      const { reason: reasonErrors, largeChanges: changeErrors, ...others } = fields;
      const trouble = reasonErrors || changeErrors ? undefined : (Object.values(others).flat()[0] ?? message);
      return {
        ...(await previewPriceGrid(ctx, grid)),
        reason,
        wrongReason: reasonErrors?.join(" "),
        wrongChanges: changeErrors?.join(" "),
        trouble,
      };
    } finally {
      revalidatePath("/admin", "layout");
    }
  },
  { audience: "admin" },
);
