"use client";

import { useActionState } from "react";
import { shown } from "#lib/web/form-state";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { FormMessage } from "../../ui/form-message.tsx";
import { Select } from "../../ui/select.tsx";
import { SubmitButton } from "../../ui/submit-button.tsx";
import { revokeToken, rotateToken } from "./actions.ts";
import { ShownOnce } from "./shown-once.tsx";

const OVERLAPS = [
  { value: "24", label: "One more day" },
  { value: "1", label: "One more hour" },
  { value: "168", label: "One more week" },
  { value: "0", label: "No longer, end it now" },
];

/** Renewing and revoking one token. */
export function TokenActs({ id, name, canRotate }: { id: number; name: string; canRotate: boolean }) {
  const [rotated, rotate] = useActionState(rotateToken, null);
  const [revoked, revoke] = useActionState(revokeToken, null);
  return (
    <>
      <div className="flex flex-wrap gap-2">
        {canRotate && (
          <ConfirmDialog trigger="Renew" look={{ size: "sm" }} title={`Renew “${name}”?`}>
            <form action={rotate} className="flex flex-col gap-4">
              <p className="text-muted">A new token with the same limits takes its place.</p>
              <input type="hidden" name="id" value={id} />
              <Select
                label="The old one works for"
                name="overlapHours"
                id={`overlap-${id}`}
                options={OVERLAPS}
              />
              <SubmitButton wide>Renew token</SubmitButton>
            </form>
          </ConfirmDialog>
        )}
        <ConfirmDialog
          trigger="Revoke"
          look={{ size: "sm", variant: "danger" }}
          title={`Revoke “${name}”?`}
          cancel="Keep it"
        >
          <form action={revoke} className="flex flex-col gap-4">
            <p className="text-muted">Programs that use it are refused at once. This cannot be undone.</p>
            <input type="hidden" name="id" value={id} />
            <SubmitButton variant="danger" wide>
              Revoke token
            </SubmitButton>
          </form>
        </ConfirmDialog>
      </div>
      <FormMessage error={shown(rotated).message ?? shown(revoked).message} />
      {rotated?.ok && (
        <ShownOnce title={`The new token “${name}” is ready`} secret={rotated.result.token} what="token" />
      )}
    </>
  );
}
