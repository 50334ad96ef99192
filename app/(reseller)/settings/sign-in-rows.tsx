import { Badge } from "#app/ui/badge";
import { ButtonLink } from "#app/ui/button-link";
import { Card } from "#app/ui/card";
import { cx } from "#app/ui/cx.ts";
import { ConfirmDialog } from "#app/ui/form/confirm-dialog";
import { ActionForm, FormStatus } from "#app/ui/form/form";
import { ConfirmPassword } from "#app/ui/form/password-field";
import { RowButton, SubmitButton } from "#app/ui/form/submit-button";
import { ListRow, RowList } from "#app/ui/list/list-row";
import { Time } from "#app/ui/time";
import type { PasskeyView } from "#lib/account/passkey/passkeys";
import type { TwoFactorStatus } from "#lib/account/two-factor/two-factor-status";
import { removePasskeyAction, revokeTrustedDeviceAction, turnOffTwoFactorAction } from "./actions.ts";
import { AddPasskeyForm, NewBackupCodesDialog } from "./sign-in-dialogs.tsx";

export function TwoFactorCard({ state }: { state: TwoFactorStatus }) {
  const { since, backupLeft, required, remembered } = state;
  return (
    <Card
      title="Two-factor sign-in"
      action={since ? <Badge tone="good">On</Badge> : <Badge>Off</Badge>}
      padded={remembered.length === 0}
    >
      <div className={cx("grid max-w-xl gap-4", remembered.length > 0 && "px-4 pt-1 pb-4 md:px-5 md:pb-5")}>
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
      {remembered.length > 0 && <TrustedDevices devices={remembered} />}
    </Card>
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
function TrustedDevices({ devices }: { devices: TwoFactorStatus["remembered"] }) {
  return (
    <ActionForm action={revokeTrustedDeviceAction} className="border-line border-t">
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

export function PasskeysCard({ passkeys }: { passkeys: readonly PasskeyView[] }) {
  return (
    <Card title="Passkeys" padded={false}>
      <div className="grid max-w-xl gap-4 px-4 pt-1 pb-4 md:px-5 md:pb-5">
        <p className="text-muted">Sign in with your fingerprint or face, without a password or code.</p>
        <div className="noscript:hidden">
          <AddPasskeyForm />
        </div>
      </div>
      {passkeys.length > 0 && (
        <div className="border-line border-t">
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
    </Card>
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
