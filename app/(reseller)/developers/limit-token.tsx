"use client";

import { useActionState } from "react";
import { shown } from "#lib/web/form-state";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { ConfirmPassword } from "../../ui/confirm-password.tsx";
import { FormMessage } from "../../ui/form-message.tsx";
import { SubmitButton } from "../../ui/submit-button.tsx";
import { LimitFields } from "../../ui/tokens/limit-fields.tsx";
import { limitToken } from "./actions.ts";

interface Props {
  id: number;
  name: string;
  ips: string[];
  origins: string[];
}

/** Where a token works, to be changed. */
export function LimitToken({ id, name, ips, origins }: Props) {
  const [limited, limit] = useActionState(limitToken, null);
  const { message, typed, error } = shown(limited);
  return (
    <ConfirmDialog trigger="Limits" look={{ size: "sm" }} title={`Where “${name}” works`}>
      <form action={limit} className="flex flex-col gap-4" noValidate>
        <FormMessage error={message} done={limited?.ok ? limited.result : undefined} />
        <input type="hidden" name="id" value={id} />
        <LimitFields
          id={String(id)}
          ips={typed("ips") ?? ips.join("\n")}
          origins={typed("origins") ?? origins.join("\n")}
          error={error}
        />
        <ConfirmPassword id={`limit-${id}`} error={error("confirmPassword")} />
        <SubmitButton wide>Save limits</SubmitButton>
      </form>
    </ConfirmDialog>
  );
}
