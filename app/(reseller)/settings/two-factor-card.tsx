import type { TwoFactorView } from "#lib/account/two-factor/state";
import { Badge } from "../../ui/badge.tsx";
import { ButtonLink } from "../../ui/button-link.tsx";
import { Card } from "../../ui/card.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { cx } from "../../ui/cx.ts";
import { ActionForm, FormAnswer } from "../../ui/form.tsx";
import { ConfirmPassword } from "../../ui/password-field.tsx";
import { List, Row } from "../../ui/row.tsx";
import { RowAct } from "../../ui/row-act.tsx";
import { SubmitButton } from "../../ui/submit-button.tsx";
import { Time } from "../../ui/time.tsx";
import { forgetDevice, turnOff } from "./actions.ts";
import { NewBackupCodes } from "./new-backup-codes.tsx";

/** Whether a code is asked beside the password, and what goes with that. */
export function TwoFactorCard({ state }: { state: TwoFactorView }) {
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
            Signing in takes your password and a code of your app, since <Time at={since} />.{" "}
            {backupLeft === 0 ? "No backup code is left." : `${backupLeft} of 10 backup codes are left.`}
          </p>
        ) : (
          <p className="text-muted">
            Signing in takes your password alone. With a code of an app on your phone as well, nobody gets in
            who only knows the password.
          </p>
        )}
        <div className="flex flex-wrap gap-2">
          <ButtonLink href="/two-factor" variant={since ? "secondary" : "primary"}>
            {since ? "Move to another app" : "Turn it on"}
          </ButtonLink>
          {since && <NewBackupCodes />}
          {since && !required && <TurnOff />}
        </div>
      </div>
      {remembered.length > 0 && <Remembered devices={remembered} />}
    </Card>
  );
}

function TurnOff() {
  return (
    <ConfirmDialog
      trigger="Turn it off"
      look={{ variant: "danger" }}
      title="Turn two-factor sign-in off?"
      cancel="Leave it on"
    >
      <ActionForm id="two-factor-off" action={turnOff}>
        <FormAnswer />
        <p>Whoever knows your password can then sign in. Your backup codes end too.</p>
        <ConfirmPassword />
        <SubmitButton variant="danger" wide>
          Turn it off
        </SubmitButton>
      </ActionForm>
    </ConfirmDialog>
  );
}

/** Devices on which signing in asks for no code. */
function Remembered({ devices }: { devices: TwoFactorView["remembered"] }) {
  return (
    <ActionForm action={forgetDevice} className="border-line border-t">
      <div className="px-4 pt-3 md:px-5">
        <h3 className="font-medium text-sm">No code is asked on</h3>
        <FormAnswer />
      </div>
      <List label="Devices that need no code">
        {devices.map(({ id, device, until, current }) => (
          <Row
            key={id}
            title={device}
            note={
              <>
                {current && "This device, "}until <Time at={until} />
              </>
            }
            state={
              <RowAct name="id" value={id} aria-label={`Ask for a code on ${device}`}>
                Ask again
              </RowAct>
            }
          />
        ))}
      </List>
    </ActionForm>
  );
}
