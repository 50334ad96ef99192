import { Badge } from "#app/ui/badge";
import { Banner } from "#app/ui/banner";
import { cx } from "#app/ui/cx.ts";
import { ConfirmDialog } from "#app/ui/form/confirm-dialog";
import { ActionForm, FormStatus } from "#app/ui/form/form";
import { CodeField } from "#app/ui/form/input";
import { ConfirmPassword, PasswordField, PinInput } from "#app/ui/form/password-field";
import { SubmitButton } from "#app/ui/form/submit-button";
import { ROW_PADDING_CLASS, SettingsRow } from "#app/ui/settings-row";
import { Time } from "#app/ui/time";
import type { PinStatus } from "#lib/account/pin/set-pin";
import { removePinAction, setPinAction } from "./actions.ts";

interface Props {
  pin: PinStatus;
  /** Whether changing the PIN needs an authentication code. */
  codes: boolean;
  /** The name of the open row. */
  open: string | undefined;
}

export function PinRow({ pin: { since, lockedUntil }, codes, open }: Props) {
  return (
    <SettingsRow
      name="pin"
      title="Transaction PIN"
      value={lockedUntil ? <Badge tone="unsure">Locked</Badge> : since ? "On" : "Off"}
      open={open}
    >
      <div className={cx(ROW_PADDING_CLASS, "grid max-w-md gap-4")}>
        {lockedUntil && (
          <Banner
            kind="warn"
            title={
              <>
                Locked until <Time at={lockedUntil} />
              </>
            }
          >
            A wrong PIN was entered three times. Set a new PIN to unlock it now.
          </Banner>
        )}
        <p className="text-muted">
          {since
            ? "You enter it before you buy data, start a batch, deliver an order or create a schedule. The API uses tokens instead."
            : "A transaction PIN protects your wallet if someone else uses your phone."}
        </p>
        <ActionForm id="pin-form" action={setPinAction} permalink="/settings?open=pin">
          <FormStatus />
          <PinInput label={since ? "New PIN" : "PIN"} required hint="4 to 6 digits." />
          <PasswordField
            label="Your password"
            name="confirmPassword"
            id="pin-password"
            autoComplete="current-password"
            required
          />
          {codes && <CodeField label="Authentication code" name="confirmCode" />}
          <SubmitButton variant="secondary" className="self-start">
            {since ? "Change PIN" : "Set PIN"}
          </SubmitButton>
        </ActionForm>
        {since && (
          <div>
            <ConfirmDialog trigger="Remove PIN" look={{ variant: "danger" }} title="Remove PIN?">
              <ActionForm id="pin-off" action={removePinAction}>
                <FormStatus />
                <p>Anyone with your unlocked phone can then spend from your wallet.</p>
                <ConfirmPassword />
                <SubmitButton variant="danger" wide>
                  Remove PIN
                </SubmitButton>
              </ActionForm>
            </ConfirmDialog>
          </div>
        )}
      </div>
    </SettingsRow>
  );
}
