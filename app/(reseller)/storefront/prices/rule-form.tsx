"use client";

import { useActionState } from "react";
import { shown } from "#lib/web/form-state";
import { FormMessage } from "../../../ui/form-message.tsx";
import { Input } from "../../../ui/input.tsx";
import { Select } from "../../../ui/select.tsx";
import { SubmitButton } from "../../../ui/submit-button.tsx";
import { addRule } from "./actions.ts";

interface Props {
  networks: { id: number; name: string }[];
  types: string[];
}

/** A markup for everything, a network, a kind, or a kind of one network. */
export function RuleForm({ networks, types }: Props) {
  const [state, send] = useActionState(addRule, null);
  const { message, error, typed } = shown(state);
  return (
    <form action={send} className="flex flex-col gap-4" noValidate>
      <FormMessage error={message} done={state?.ok ? state.result : undefined} />
      <div className="grid grid-cols-2 gap-3">
        <Select
          label="Network"
          name="networkId"
          empty="All"
          options={networks.map(({ id, name }) => ({ value: String(id), label: name }))}
          defaultValue={typed("networkId") ?? ""}
        />
        <Select
          label="Kind"
          name="typeName"
          empty="All"
          options={types.map((name) => ({ value: name, label: name }))}
          defaultValue={typed("typeName") ?? ""}
        />
        <Input
          label="Add"
          name="value"
          inputMode="decimal"
          required
          defaultValue={typed("value")}
          error={error("value")}
        />
        <Select
          label="In"
          name="kind"
          options={[
            { value: "percent", label: "Per cent" },
            { value: "flat", label: "Money" },
          ]}
          defaultValue={typed("kind") ?? "percent"}
        />
      </div>
      <SubmitButton variant="secondary">Set</SubmitButton>
    </form>
  );
}
