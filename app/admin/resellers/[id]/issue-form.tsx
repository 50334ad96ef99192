"use client";

import { useActionState } from "react";
import { shown } from "#lib/web/form-state";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { FormMessage } from "../../../ui/form-message.tsx";
import { Input } from "../../../ui/input.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { SubmitButton } from "../../../ui/submit-button.tsx";
import { useFirstError } from "../../../ui/use-first-error.ts";
import { issue } from "./token-actions.ts";

/** Makes a token for a reseller, whatever their level; shown this once. */
export function IssueForm({ resellerId }: { resellerId: number }) {
  const [state, send] = useActionState(issue, null);
  const { message, error, typed } = shown(state);
  return (
    <form ref={useFirstError(state)} action={send} className="grid gap-4" noValidate>
      <FormMessage error={message} />
      {state?.ok && (
        <Notice kind="good" title={`The token “${state.result.name}”`}>
          <p>Copy it now: it is not shown again.</p>
          <p className="mt-2 flex items-center gap-1">
            <code className="min-w-0 break-all font-mono text-sm">{state.result.token}</code>
            <CopyButton text={state.result.token} what="token" />
          </p>
        </Notice>
      )}
      <input type="hidden" name="resellerId" value={resellerId} />
      <Input
        id="token-name"
        label="Name"
        name="name"
        autoComplete="off"
        maxLength={60}
        hint="What it is for: “Website”."
        defaultValue={typed("name")}
        error={error("name")}
      />
      <Input
        id="token-reason"
        label="Why"
        name="reason"
        autoComplete="off"
        maxLength={500}
        defaultValue={typed("reason")}
        error={error("reason")}
      />
      <div>
        <SubmitButton variant="secondary">Make the token</SubmitButton>
      </div>
    </form>
  );
}
