"use client";

import { useActionState } from "react";
import { shown } from "#lib/web/form-state";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { FormMessage } from "../../ui/form-message.tsx";
import { Select } from "../../ui/select.tsx";
import { SubmitButton } from "../../ui/submit-button.tsx";
import { limitToken, revokeToken, rotateToken } from "./actions.ts";
import { LimitFields } from "./limit-fields.tsx";
import { ShownOnce } from "./shown-once.tsx";

const OVERLAPS = [
  { value: "24", label: "One more day" },
  { value: "1", label: "One more hour" },
  { value: "168", label: "One more week" },
  { value: "0", label: "No longer, end it now" },
];

interface Props {
  id: number;
  name: string;
  canRotate: boolean;
  ips: string[];
  origins: string[];
}

/** Limiting, renewing and revoking one token. */
export function TokenActs({ id, name, canRotate, ips, origins }: Props) {
  const [limited, limit] = useActionState(limitToken, null);
  const [rotated, rotate] = useActionState(rotateToken, null);
  const [revoked, revoke] = useActionState(revokeToken, null);
  return (
    <>
      <div className="flex flex-wrap gap-2">
        <ConfirmDialog trigger="Limits" look={{ size: "sm" }} title={`Where “${name}” works`}>
          <form action={limit} className="flex flex-col gap-4" noValidate>
            <FormMessage error={shown(limited).message} done={limited?.ok ? limited.result : undefined} />
            <input type="hidden" name="id" value={id} />
            <LimitFields
              id={String(id)}
              ips={shown(limited).typed("ips") ?? ips.join("\n")}
              origins={shown(limited).typed("origins") ?? origins.join("\n")}
              error={shown(limited).error}
            />
            <SubmitButton wide>Save limits</SubmitButton>
          </form>
        </ConfirmDialog>
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
