"use server";

import { sync } from "#lib/catalogue/sync";
import type { Ctx } from "#lib/core/context";
import { setOnPriceRise } from "#lib/purchase/send/control";
import { runAgain } from "#lib/report/run-again";
import { deskAction } from "../desk-action.ts";

const HERE = "/admin/system";

export const syncNow = deskAction(
  (ctx: Ctx) => sync(ctx),
  ({ changed, plans }) =>
    changed === 0 ? `${plans} plans, and nothing changed.` : `${plans} plans, ${changed} of them changed.`,
  HERE,
);

export const runJobAgain = deskAction(runAgain, "It runs now.", HERE);

export const changeOnPriceRise = deskAction(setOnPriceRise, "Saved.", HERE);
