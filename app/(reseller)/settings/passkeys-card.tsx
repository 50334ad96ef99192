import type { PasskeyView } from "#lib/account/passkey/own-passkeys";
import { Card } from "../../ui/card.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { ActionForm, FormAnswer } from "../../ui/form.tsx";
import { ConfirmPassword } from "../../ui/password-field.tsx";
import { List, Row } from "../../ui/row.tsx";
import { SubmitButton } from "../../ui/submit-button.tsx";
import { Time } from "../../ui/time.tsx";
import { dropPasskey } from "./actions.ts";
import { AddPasskey } from "./add-passkey.tsx";

/** The keys on devices that sign in without a password. */
export function PasskeysCard({ passkeys }: { passkeys: readonly PasskeyView[] }) {
  return (
    <Card title="Passkeys" padded={false}>
      <div className="grid max-w-xl gap-4 px-4 pt-1 pb-4 md:px-5 md:pb-5">
        <p className="text-muted">Sign in by finger or face, without password and code.</p>
        <div className="noscript:hidden">
          <AddPasskey />
        </div>
      </div>
      {passkeys.length > 0 && (
        <div className="border-line border-t">
          <List label="Passkeys">
            {passkeys.map(({ id, name, addedAt, usedAt }) => (
              <Row
                key={id}
                title={name}
                note={
                  usedAt ? (
                    <>
                      Last used <Time at={usedAt} />
                    </>
                  ) : (
                    <>
                      Added <Time at={addedAt} />
                    </>
                  )
                }
                state={<Remove id={id} name={name} />}
              />
            ))}
          </List>
        </div>
      )}
    </Card>
  );
}

function Remove({ id, name }: Pick<PasskeyView, "id" | "name">) {
  return (
    <ConfirmDialog
      trigger="Remove"
      look={{ variant: "quiet", size: "sm" }}
      title={`Remove “${name}”?`}
      cancel="Keep it"
    >
      <ActionForm id={`passkey-${id}`} action={dropPasskey} hidden={{ id }}>
        <FormAnswer />
        <p className="whitespace-normal">
          It signs in no more. Take it out of the device’s own list as well.
        </p>
        <ConfirmPassword />
        <SubmitButton variant="danger" wide>
          Remove it
        </SubmitButton>
      </ActionForm>
    </ConfirmDialog>
  );
}
