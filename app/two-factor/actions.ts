"use server";

import QRCode from "qrcode";
import { z } from "zod";
import { Code } from "#lib/account/two-factor/code";
import { beginTwoFactor, begunTwoFactor, finishTwoFactor, type ToScan } from "#lib/account/two-factor/enrol";
import type { Ctx } from "#lib/core/context";
import { PortalError } from "#lib/core/error";
import { action } from "#lib/web/action";

/** Where somebody stands who sets it up: it begins with the password, and ends with the backup codes. */
export type Step =
  | { at: "begin" }
  | { at: "scan"; secret: string; picture: string; wrong: string | null }
  | { at: "codes"; codes: string[] };

const StepForm = z.object({
  intent: z.enum(["begin", "finish"]).catch("begin"),
  oneTimeCode: z.string().max(60).default(""),
});

/** One action for the whole page, so that it works step by step without script too. */
export const setUp = action(
  StepForm,
  async (ctx, { intent, oneTimeCode }): Promise<Step> => {
    if (intent === "begin") return scan(await beginTwoFactor(ctx));
    return finish(ctx, oneTimeCode);
  },
  { who: "newcomer", confirms: true },
);

async function finish(ctx: Ctx, typed: string): Promise<Step> {
  const code = Code.safeParse(typed);
  if (!code.success) return scan(await begunTwoFactor(ctx), "Type the code that the app shows.");
  try {
    const codes = await finishTwoFactor(ctx, { oneTimeCode: code.data });
    return { at: "codes", codes };
  } catch (error) {
    const wrong = error instanceof PortalError ? error.fields.oneTimeCode?.join(" ") : undefined;
    if (!wrong) throw error;
    return scan(await begunTwoFactor(ctx), wrong);
  }
}

async function scan({ secret, uri }: ToScan, wrong: string | null = null): Promise<Step> {
  const svg = await QRCode.toString(uri, { type: "svg", margin: 2, errorCorrectionLevel: "M" });
  return { at: "scan", secret, picture: `data:image/svg+xml,${encodeURIComponent(svg)}`, wrong };
}
