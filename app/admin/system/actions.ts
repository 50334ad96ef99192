"use server";

import { z } from "zod";
import { sync } from "#lib/catalogue/sync";
import { SetOnPriceRiseInput, setOnPriceRise } from "#lib/purchase/send/control";
import { RunAgainInput, runAgain } from "#lib/report/run-again";
import { deskAction } from "../desk-action.ts";

const HERE = "/admin/system";

export const syncNow = deskAction(
  z.object({}),
  async (ctx) => {
    const { changed, plans } = await sync(ctx);
    return changed === 0
      ? `${plans} plans, and nothing changed.`
      : `${plans} plans, ${changed} of them changed.`;
  },
  HERE,
);

export const runJobAgain = deskAction(
  RunAgainInput,
  async (ctx, input) => {
    await runAgain(ctx, input);
    return "It runs again.";
  },
  HERE,
);

export const changeOnPriceRise = deskAction(
  SetOnPriceRiseInput,
  async (ctx, input) => {
    await setOnPriceRise(ctx, input);
    return "Saved.";
  },
  HERE,
);
