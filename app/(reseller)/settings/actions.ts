"use server";
import { revalidatePath } from "next/cache";
import { z } from "zod";
import { RevokeReviewedAccessInput, revokeReviewedAccess } from "#lib/access/access-review";
import { type RenameAccountInput, renameAccount } from "#lib/account/own-account";
import {
  beginPasskeyRegistration,
  type FinishPasskeyRegistrationInput,
  finishPasskeyRegistration,
  RemovePasskeyInput,
  removePasskey,
} from "#lib/account/passkey/passkeys";
import { ChangePasswordInput, changePassword as change } from "#lib/account/password/set-password";
import { removePin, SetPinInput, setPin } from "#lib/account/pin/set-pin";
import { type EndSessionsInput, endSessions as end } from "#lib/account/session/end-sessions";
import { regenerateBackupCodes, turnOffTwoFactor } from "#lib/account/two-factor/enrol-two-factor";
import {
  type RevokeTrustedDeviceInput,
  revokeTrustedDevice,
} from "#lib/account/two-factor/two-factor-status";
import { defineAction, defineServiceAction } from "#lib/web/action";
import { getCurrentBrowser, signInBrowser } from "#lib/web/actor";
import { jsonField } from "#lib/web/form";

export const renameAccountAction = defineServiceAction(
  async (ctx, input: RenameAccountInput) => {
    await renameAccount(ctx, input);
    revalidatePath("/", "layout");
    return "Name saved.";
  },
  { who: "person" },
);

export const changePasswordAction = defineAction(
  ChangePasswordInput.omit({ browser: true }).extend(RevokeReviewedAccessInput.shape),
  async (ctx, { currentPassword, password, ...ends }) => {
    const browser = await getCurrentBrowser();
    const { secret } = await change(ctx, { currentPassword, password, browser }, (tx) =>
      revokeReviewedAccess(tx, ends),
    );
    revalidatePath("/", "layout");
    await signInBrowser({ secret, half: null }, browser);
    return "Password changed. All your other devices are signed out.";
  },
  { who: "person" },
);

export const endOtherSessionsAction = defineServiceAction(
  async (ctx, input: EndSessionsInput) => {
    const count = await end(ctx, input);
    revalidatePath("/", "layout");
    return count === 1 ? "1 device signed out." : `${count} devices signed out.`;
  },
  { who: "person" },
);

export const turnOffTwoFactorAction = defineAction(
  z.object({}),
  async (ctx) => {
    await turnOffTwoFactor(ctx);
    revalidatePath("/", "layout");
    return "Two-factor sign-in is off. You sign in with your password only.";
  },
  { who: "person", confirms: true },
);

export const createBackupCodesAction = defineAction(
  z.object({}),
  async (ctx) => {
    const codes = await regenerateBackupCodes(ctx);
    revalidatePath("/", "layout");
    return { codes };
  },
  { who: "person", confirms: true },
);

export const revokeTrustedDeviceAction = defineServiceAction(
  async (ctx, input: RevokeTrustedDeviceInput) => {
    await revokeTrustedDevice(ctx, input);
    revalidatePath("/", "layout");
    return "Device removed. It needs a code at the next sign-in.";
  },
  { who: "person" },
);

export const setPinAction = defineAction(
  SetPinInput,
  async (ctx, input) => {
    await setPin(ctx, input);
    revalidatePath("/", "layout");
    return "PIN saved. You’ll need it to buy.";
  },
  { who: "reseller", confirms: true },
);

export const removePinAction = defineAction(
  z.object({}),
  async (ctx) => {
    await removePin(ctx);
    revalidatePath("/", "layout");
    return "PIN removed. You can buy without it.";
  },
  { who: "reseller", confirms: true },
);

/** Starts adding a passkey. */
export const beginPasskeyAction = defineAction(z.object({}), beginPasskeyRegistration, {
  who: "person",
  confirms: true,
});

export const addPasskeyAction = defineAction(
  z.object({ name: z.string(), response: jsonField }),
  async (ctx, { name, response }) => {
    await finishPasskeyRegistration(ctx, {
      name,
      response: response as FinishPasskeyRegistrationInput["response"],
    });
    revalidatePath("/", "layout");
  },
  { who: "person" },
);

export const removePasskeyAction = defineAction(
  RemovePasskeyInput,
  async (ctx, input) => {
    await removePasskey(ctx, input);
    revalidatePath("/", "layout");
    return "Passkey removed.";
  },
  { who: "person", confirms: true },
);
