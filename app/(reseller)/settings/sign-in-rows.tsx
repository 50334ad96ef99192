import { ButtonLink } from "#app/ui/button-link";
import { cx } from "#app/ui/cx.ts";
import { ConfirmDialog } from "#app/ui/form/confirm-dialog";
import { ActionForm, FormStatus } from "#app/ui/form/form";
import { ConfirmPassword } from "#app/ui/form/password-field";
import { RowButton, SubmitButton } from "#app/ui/form/submit-button";
import { ListRow, RowList } from "#app/ui/list/list-row";
import { ROW_PADDING_CLASS, SettingsRow } from "#app/ui/settings-row";
import { Time } from "#app/ui/time";
import type { PasskeyView } from "#lib/account/passkey/passkeys";
import type { TwoFactorStatus } from "#lib/account/two-factor/two-factor-status";
import { removePasskeyAction, revokeTrustedDeviceAction, turnOffTwoFactorAction } from "./actions.ts";
import { AddPasskeyForm, NewBackupCodesDialog } from "./sign-in-dialogs.tsx";

interface TwoFactorProps {
  state: TwoFactorStatus;
  /** The name of the open row. */
  open: string | undefined;
  /** The page with the row open. */
  permalink: string;
}

export function TwoFactorRow({ state, open, permalink }: TwoFactorProps) {
  const { since, backupLeft, required, remembered } = state;
  return (
    <SettingsRow name="two-factor" title="Two-factor sign-in" value={since ? "On" : "Off"} open={open}>
      <div className={cx(ROW_PADDING_CLASS, "grid max-w-xl gap-4")}>
        {since ? (
          <p className="text-muted">
            You sign in with your password and a code from your authenticator app since <Time at={since} />.{" "}
            {backupLeft === 0 ? "No backup codes left." : `${backupLeft} of 10 backup codes left.`}
          </p>
        ) : (
          <p className="text-muted">
            You sign in with your password only. Add a code from an authenticator app, so a stolen password
            isn’t enough.
          </p>
        )}
        <div className="flex flex-wrap gap-2">
          <ButtonLink href="/two-factor" variant={since ? "secondary" : "primary"}>
            {since ? "Change app" : "Turn on"}
          </ButtonLink>
          {since && <NewBackupCodesDialog />}
          {since && !required && <TurnOffDialog />}
        </div>
      </div>
      {remembered.length > 0 && <TrustedDevices devices={remembered} permalink={permalink} />}
    </SettingsRow>
  );
}

function TurnOffDialog() {
  return (
    <ConfirmDialog trigger="Turn off" look={{ variant: "danger" }} title="Turn off two-factor sign-in?">
      <ActionForm id="two-factor-off" action={turnOffTwoFactorAction}>
        <FormStatus />
        <p>Your password alone is then enough to sign in. Your backup codes stop working too.</p>
        <ConfirmPassword />
        <SubmitButton variant="danger" wide>
          Turn off
        </SubmitButton>
      </ActionForm>
    </ConfirmDialog>
  );
}

/** The devices that sign in without a code. */
function TrustedDevices({
  devices,
  permalink,
}: {
  devices: TwoFactorStatus["remembered"];
  permalink: string;
}) {
  return (
    <ActionForm
      action={revokeTrustedDeviceAction}
      permalink={permalink}
      className="mt-5 border-line border-t"
    >
      <div className="px-4 pt-3 md:px-5">
        <h3 className="font-medium text-sm">Trusted devices</h3>
        <FormStatus />
      </div>
      <RowList label="Trusted devices">
        {devices.map(({ id, device, until, current }) => (
          <ListRow
            key={id}
            title={device}
            note={
              <>
                {current && "This device, "}until <Time at={until} />
              </>
            }
            state={
              <RowButton name="id" value={id} aria-label={`Remove ${device}`}>
                Remove
              </RowButton>
            }
          />
        ))}
      </RowList>
    </ActionForm>
  );
}

interface PasskeysProps {
  passkeys: readonly PasskeyView[];
  /** The name of the open row. */
  open: string | undefined;
}

export function PasskeysRow({ passkeys, open }: PasskeysProps) {
  return (
    <SettingsRow
      name="passkeys"
      title="Passkeys"
      value={passkeys.length === 0 ? "None" : passkeys.length}
      open={open}
    >
      <div className={cx(ROW_PADDING_CLASS, "grid max-w-xl gap-4")}>
        <p className="text-muted">Sign in with your fingerprint or face, without a password or code.</p>
        <div className="noscript:hidden">
          <AddPasskeyForm />
        </div>
      </div>
      {passkeys.length > 0 && (
        <div className="mt-5 border-line border-t">
          <RowList label="Passkeys">
            {passkeys.map(({ id, name, addedAt, usedAt }) => (
              <ListRow
                key={id}
                title={name}
                note={
                  <>
                    {usedAt ? "Last used" : "Added"} <Time at={usedAt ?? addedAt} />
                  </>
                }
                state={<RemovePasskeyDialog id={id} name={name} />}
              />
            ))}
          </RowList>
        </div>
      )}
    </SettingsRow>
  );
}

function RemovePasskeyDialog({ id, name }: Pick<PasskeyView, "id" | "name">) {
  return (
    <ConfirmDialog trigger="Remove" look={{ variant: "quiet", size: "sm" }} title={`Remove “${name}”?`}>
      <ActionForm id={`passkey-${id}`} action={removePasskeyAction} hidden={{ id }}>
        <FormStatus />
        <p className="whitespace-normal">
          You can’t sign in with it any more. Delete it on your device as well.
        </p>
        <ConfirmPassword />
        <SubmitButton variant="danger" wide>
          Remove passkey
        </SubmitButton>
      </ActionForm>
    </ConfirmDialog>
  );
}
