"use client";

import { useActionState } from "react";
import { shown } from "#lib/web/form-state";
import { FormMessage } from "../../ui/form-message.tsx";
import { Input } from "../../ui/input.tsx";
import { Select } from "../../ui/select.tsx";
import { SubmitButton } from "../../ui/submit-button.tsx";
import { useFirstError } from "../../ui/use-first-error.ts";
import { issueToken } from "./actions.ts";
import { LimitFields } from "./limit-fields.tsx";
import { ShownOnce } from "./shown-once.tsx";

const KINDS = [
  { value: "false", label: "Real purchases" },
  { value: "true", label: "Testing: nothing is charged or sent" },
];

export function NewTokenForm() {
  const [state, send] = useActionState(issueToken, null);
  const { message, error, typed } = shown(state);
  return (
    <form ref={useFirstError(state)} action={send} className="flex max-w-xl flex-col gap-4" noValidate>
      <FormMessage error={message} />
      {state?.ok && (
        <ShownOnce
          title={`The token “${state.result.name}” is ready`}
          secret={state.result.token}
          what="token"
        />
      )}
      <div className="grid gap-4 md:grid-cols-2">
        <Input
          label="Name"
          name="name"
          required
          maxLength={60}
          placeholder="My website"
          defaultValue={typed("name")}
          error={error("name")}
        />
        <Select label="For" name="test" options={KINDS} defaultValue={typed("test")} error={error("test")} />
      </div>
      <details className="group" open={Boolean(error("ips") || error("origins")) || undefined}>
        <summary className="inline-flex min-h-11 cursor-pointer items-center font-medium text-accent text-sm">
          Limit where it works
        </summary>
        <div className="flex flex-col gap-4 pt-2">
          <LimitFields ips={typed("ips")} origins={typed("origins")} error={error} />
        </div>
      </details>
      <div>
        <SubmitButton>Make token</SubmitButton>
      </div>
    </form>
  );
}
