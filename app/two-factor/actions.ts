"use server";

import QRCode from "qrcode";
import { z } from "zod";
import { OneTimeCode } from "#lib/account/two-factor/consume-code";
import {
  type AuthenticatorSetup,
  beginTwoFactor,
  finishTwoFactor,
  getTwoFactorSetup,
} from "#lib/account/two-factor/enrol-two-factor";
import type { Ctx } from "#lib/core/context";
import { PortalError } from "#lib/core/error";
import { defineAction } from "#lib/request/action";

/** The steps of the setup: password, app, code, backup codes. */
export type TwoFactorStep =
  | { at: "begin" }
  | { at: "scan"; secret: string; picture: string; wrong: string | null }
  | { at: "codes"; codes: string[] };

const TwoFactorForm = z.object({
  intent: z.enum(["begin", "finish"]).catch("begin"),
  oneTimeCode: z.string().max(60).default(""),
});

/** Handles every step of the page, so that it works without script too. */
export const setUpTwoFactorAction = defineAction(
  TwoFactorForm,
  async (ctx, { intent, oneTimeCode }): Promise<TwoFactorStep> => {
    if (intent === "begin") return buildScanStep(await beginTwoFactor(ctx));
    return finishSetUp(ctx, oneTimeCode);
  },
  { audience: "newcomer" },
);

async function finishSetUp(ctx: Ctx, typed: string): Promise<TwoFactorStep> {
  const code = OneTimeCode.safeParse(typed);
  if (!code.success) return buildScanStep(await getTwoFactorSetup(ctx), "Enter the code from your app.");
  try {
    const codes = await finishTwoFactor(ctx, { oneTimeCode: code.data });
    return { at: "codes", codes };
  } catch (error) {
    const wrong = error instanceof PortalError ? error.fields.oneTimeCode?.join(" ") : undefined;
    if (!wrong) throw error;
    return buildScanStep(await getTwoFactorSetup(ctx), wrong);
  }
}

async function buildScanStep(
  { secret, uri }: AuthenticatorSetup,
  wrong: string | null = null,
): Promise<TwoFactorStep> {
  const svg = await QRCode.toString(uri, { type: "svg", margin: 2, errorCorrectionLevel: "M" });
  return { at: "scan", secret, picture: `data:image/svg+xml,${encodeURIComponent(svg)}`, wrong };
}
