import { ActionForm, FormStatus } from "#app/ui/form/form";
import { SubmitButton } from "#app/ui/form/submit-button";
import type { EndpointView } from "#lib/webhook/list-endpoints";
import { stopResendAction } from "./actions.ts";

/** The progress of a resend, with the button that stops it. */
export function ResendProgress({ resend }: { resend: NonNullable<EndpointView["resend"]> }) {
  const { id, queued, total } = resend;
  return (
    <ActionForm
      action={stopResendAction}
      hidden={{ id }}
      className="mt-2 gap-2 rounded-md bg-sunken px-3 py-2 text-sm"
    >
      <p>
        Sending events again: {queued.toLocaleString("en-GB")} of {total.toLocaleString("en-GB")}
      </p>
      <SubmitButton size="sm" variant="secondary" className="self-start">
        Stop sending again
      </SubmitButton>
      <FormStatus />
    </ActionForm>
  );
}
