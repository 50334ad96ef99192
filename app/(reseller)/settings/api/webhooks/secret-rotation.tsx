import { ConfirmDialog } from "#app/ui/form/confirm-dialog";
import { ActionForm, FormStatus } from "#app/ui/form/form";
import { SubmitButton } from "#app/ui/form/submit-button";
import { Time } from "#app/ui/time";
import type { EndpointView } from "#lib/webhook/list-endpoints";
import { endSecretAction, rotateSecretAction } from "./actions.ts";
import { RotationFields } from "./rotation-fields.tsx";

export function RotateSecretDialog({ id, url }: { id: number; url: string }) {
  return (
    <ConfirmDialog trigger="Rotate secret" look={{ size: "sm" }} title="Rotate this secret?">
      <ActionForm id={`rotate-${id}`} action={rotateSecretAction} hidden={{ id }}>
        <FormStatus />
        <RotationFields url={url} />
      </ActionForm>
    </ConfirmDialog>
  );
}

/** The replaced secrets that still work, each with the button that ends it. */
export function PreviousSecrets({ secrets }: { secrets: EndpointView["previousSecrets"] }) {
  return secrets.map(({ id, replacedAt, validUntil }) => (
    <ActionForm
      key={id}
      action={endSecretAction}
      hidden={{ id }}
      className="mt-2 flex-wrap gap-x-4 gap-y-2 rounded-md bg-sunken px-3 py-2 text-sm"
    >
      <p>
        The secret you replaced <Time at={replacedAt} /> still works until <Time at={validUntil} />.
      </p>
      <SubmitButton size="sm" variant="secondary" className="self-start">
        End old secret now
      </SubmitButton>
      <FormStatus />
    </ActionForm>
  ));
}
