"use server";

import { revalidatePath } from "next/cache";
import { z } from "zod";
import { type RenameInput, rename as renameAccount } from "#lib/account/own-account";
import {
  beginPasskey,
  type FinishPasskeyInput,
  finishPasskey,
  RemovePasskeyInput,
  removePasskey,
} from "#lib/account/passkey/own-passkeys";
import { ChangePasswordInput, changePassword as change } from "#lib/account/password/set";
import { removePin, SetPinInput, setPin } from "#lib/account/pin/set-pin";
import { type EndSessionsInput, endSessions as end } from "#lib/account/session/end";
import { newBackupCodes, turnOffTwoFactor } from "#lib/account/two-factor/enrol";
import { type ForgetDeviceInput, forgetDevice as forget } from "#lib/account/two-factor/state";
import { EndLeftBehindInput, endLeftBehind } from "#lib/safety/left-behind";
import { action, verbAction } from "#lib/web/action";
import { currentBrowser, enter } from "#lib/web/actor";
import { jsonField } from "#lib/web/json-field";

export const rename = verbAction(
  async (ctx, input: RenameInput) => {
    await renameAccount(ctx, input);
    revalidatePath("/", "layout");
    return "Your name is saved.";
  },
  { who: "person" },
);

export const changePassword = action(
  ChangePasswordInput.omit({ browser: true }).extend(EndLeftBehindInput.shape),
  async (ctx, { currentPassword, password, ...ends }) => {
    const browser = await currentBrowser();
    const { secret } = await change(ctx, { currentPassword, password, browser }, (tx) =>
      endLeftBehind(tx, ends),
    );
    revalidatePath("/", "layout");
    await enter({ secret, half: null }, browser);
    return "Your password is changed, and every other device is signed out.";
  },
  { who: "person" },
);

export const endSessions = verbAction(
  async (ctx, input: EndSessionsInput) => {
    const count = await end(ctx, input);
    revalidatePath("/", "layout");
    return count === 1 ? "One device is signed out." : `${count} devices are signed out.`;
  },
  { who: "person" },
);

export const turnOff = action(
  z.object({}),
  async (ctx) => {
    await turnOffTwoFactor(ctx);
    revalidatePath("/", "layout");
    return "It is off. Signing in takes your password alone.";
  },
  { who: "person", confirms: true },
);

export const makeBackupCodes = action(
  z.object({}),
  async (ctx) => {
    const codes = await newBackupCodes(ctx);
    revalidatePath("/", "layout");
    return { codes };
  },
  { who: "person", confirms: true },
);

export const forgetDevice = verbAction(
  async (ctx, input: ForgetDeviceInput) => {
    await forget(ctx, input);
    revalidatePath("/", "layout");
    return "This device is asked for a code next time.";
  },
  { who: "person" },
);

export const savePin = action(
  SetPinInput,
  async (ctx, input) => {
    await setPin(ctx, input);
    revalidatePath("/", "layout");
    return "From now on buying asks for it.";
  },
  { who: "reseller", confirms: true },
);

export const dropPin = action(
  z.object({}),
  async (ctx) => {
    await removePin(ctx);
    revalidatePath("/", "layout");
    return "Buying asks for no PIN.";
  },
  { who: "reseller", confirms: true },
);

/** What the device is asked to make a passkey of. */
export const askForPasskey = action(z.object({}), beginPasskey, { who: "person", confirms: true });

export const addPasskey = action(
  z.object({ name: z.string(), response: jsonField }),
  async (ctx, { name, response }) => {
    await finishPasskey(ctx, { name, response: response as FinishPasskeyInput["response"] });
    revalidatePath("/", "layout");
  },
  { who: "person" },
);

export const dropPasskey = action(
  RemovePasskeyInput,
  async (ctx, input) => {
    await removePasskey(ctx, input);
    revalidatePath("/", "layout");
    return "It signs in no more.";
  },
  { who: "person", confirms: true },
);
