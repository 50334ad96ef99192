import type { PinView } from "#lib/account/pin/set-pin";
import { Badge } from "../../ui/badge.tsx";
import { Card } from "../../ui/card.tsx";
import { CodeField } from "../../ui/code-field.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { ActionForm, FormAnswer } from "../../ui/form.tsx";
import { Input } from "../../ui/input.tsx";
import { Notice } from "../../ui/notice.tsx";
import { ConfirmPassword, PasswordField } from "../../ui/password-field.tsx";
import { SubmitButton } from "../../ui/submit-button.tsx";
import { Time } from "../../ui/time.tsx";
import { dropPin, savePin } from "./actions.ts";

interface Props {
  pin: PinView;
  /** Whether changing it takes a code as well. */
  codes: boolean;
}

/** Whether buying here asks for a PIN. */
export function PinCard({ pin: { since, lockedUntil }, codes }: Props) {
  return (
    <Card title="PIN for buying" action={since ? <Badge tone="good">On</Badge> : <Badge>Off</Badge>}>
      <div className="grid max-w-md gap-4">
        {lockedUntil && (
          <Notice
            kind="warn"
            title={
              <>
                Locked until <Time at={lockedUntil} />
              </>
            }
          >
            Somebody typed a wrong PIN three times. A new PIN ends it at once.
          </Notice>
        )}
        <p className="text-muted">
          {since
            ? "It is asked before money is spent here: buying, lists, orders, schedules. Your programs buy by their token."
            : "Whoever picks up your open phone can spend your money. A PIN is asked before that."}
        </p>
        <ActionForm id="pin-form" action={savePin}>
          <FormAnswer />
          <Input
            label={since ? "New PIN" : "PIN"}
            name="pin"
            type="password"
            inputMode="numeric"
            autoComplete="off"
            maxLength={6}
            required
            hint="4 to 6 digits."
            className="max-w-40 tracking-widest"
          />
          <PasswordField
            label="Your password"
            name="confirmPassword"
            id="pin-password"
            autoComplete="current-password"
            required
          />
          {codes && <CodeField label="Code of your app" name="confirmCode" />}
          <div>
            <SubmitButton variant="secondary">{since ? "Change PIN" : "Set PIN"}</SubmitButton>
          </div>
        </ActionForm>
        {since && (
          <div>
            <ConfirmDialog
              trigger="Remove it"
              look={{ variant: "danger" }}
              title="Remove the PIN?"
              cancel="Keep it"
            >
              <ActionForm id="pin-off" action={dropPin}>
                <FormAnswer />
                <p>Whoever has your open phone can then buy with your money.</p>
                <ConfirmPassword />
                <SubmitButton variant="danger" wide>
                  Remove it
                </SubmitButton>
              </ActionForm>
            </ConfirmDialog>
          </div>
        )}
      </div>
    </Card>
  );
}
