import { Card } from "#app/ui/card";
import { ConfirmDialog } from "#app/ui/form/confirm-dialog";
import { ActionForm, FormStatus } from "#app/ui/form/form";
import { ConfirmPassword } from "#app/ui/form/password-field";
import { SubmitButton } from "#app/ui/form/submit-button";
import { ListRow, RowList } from "#app/ui/list/list-row";
import { Time } from "#app/ui/time";
import type { PasskeyView } from "#lib/account/passkey/passkeys";
import { removePasskeyAction } from "./actions.ts";
import { AddPasskeyForm } from "./add-passkey-form.tsx";

/** The passkeys of an account. */
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
