"use server";

import { z } from "zod";
import { renameAccount } from "#lib/account/own-account";
import {
  beginPasskeyRegistration,
  type FinishPasskeyRegistrationInput,
  finishPasskeyRegistration,
  RemovePasskeyInput,
  removePasskey,
} from "#lib/account/passkey/passkeys";
import { ChangePasswordInput, changePassword } from "#lib/account/password/set-password";
import { removePin, SetPinInput, setPin } from "#lib/account/pin/set-pin";
import { endSessions } from "#lib/account/session/end-sessions";
import { regenerateBackupCodes, turnOffTwoFactor } from "#lib/account/two-factor/enrol-two-factor";
import { revokeTrustedDevice } from "#lib/account/two-factor/two-factor-status";
import { modules } from "#lib/modules";
import { defineAction } from "#lib/request/action";
import { getCurrentBrowser, signInBrowser } from "#lib/request/actor";
import { jsonField } from "#lib/request/form";
import { createPersonAction, createSellerAction } from "#lib/request/page-action";
import { RevokeReviewedAccessInput, revokeReviewedAccess } from "#lib/reseller/access-review";

/** A form without fields of its own, which asks for the password. */
const CONFIRMATION = { form: z.object({}) };

export const renameAccountAction = createPersonAction(renameAccount, "Name saved.");

export const changePasswordAction = createPersonAction(
  async (ctx, { currentPassword, password, ...ends }) => {
    const browser = await getCurrentBrowser();
    const { secret } = await changePassword(ctx, { currentPassword, password, browser }, (tx) =>
      revokeReviewedAccess(tx, modules, ends),
    );
    await signInBrowser({ secret, half: null }, browser);
  },
  "Password changed. All your other devices are signed out.",
  { form: ChangePasswordInput.omit({ browser: true }).extend(RevokeReviewedAccessInput.shape) },
);

export const endOtherSessionsAction = createPersonAction(endSessions, (count) =>
  count === 1 ? "1 device signed out." : `${count} devices signed out.`,
);

export const turnOffTwoFactorAction = createPersonAction(
  turnOffTwoFactor,
  "Two-factor sign-in is off. You sign in with your password only.",
  CONFIRMATION,
);

export const createBackupCodesAction = createPersonAction(
  regenerateBackupCodes,
  (codes) => ({ codes }),
  CONFIRMATION,
);

export const revokeTrustedDeviceAction = createPersonAction(
  revokeTrustedDevice,
  "Device removed. It needs a code at the next sign-in.",
);

export const setPinAction = createSellerAction(setPin, "PIN saved. You’ll need it to buy.", {
  form: SetPinInput,
});

export const removePinAction = createSellerAction(
  removePin,
  "PIN removed. You can buy without it.",
  CONFIRMATION,
);

export const beginPasskeyAction = defineAction(z.object({}), beginPasskeyRegistration, {
  audience: "person",
});

export const addPasskeyAction = createPersonAction(
  (ctx, { name, response }) =>
    finishPasskeyRegistration(ctx, {
      name,
      response: response as FinishPasskeyRegistrationInput["response"],
    }),
  undefined,
  { form: z.object({ name: z.string(), response: jsonField }) },
);

export const removePasskeyAction = createPersonAction(removePasskey, "Passkey removed.", {
  form: RemovePasskeyInput,
});
