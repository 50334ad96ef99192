"use client";

import { useActionState } from "react";
import { shown } from "#lib/web/form-state";
import { FormMessage } from "../../../ui/form-message.tsx";
import { Input } from "../../../ui/input.tsx";
import { Select } from "../../../ui/select.tsx";
import { SubmitButton } from "../../../ui/submit-button.tsx";
import { useFirstError } from "../../../ui/use-first-error.ts";
import { addRule } from "./actions.ts";

interface Props {
  networks: { id: number; name: string }[];
  types: string[];
}

/** A markup for everything, a network, a type, or a type of one network. */
export function RuleForm({ networks, types }: Props) {
  const [state, send] = useActionState(addRule, null);
  const { message, error, typed } = shown(state);
  return (
    <form ref={useFirstError(state)} action={send} className="flex flex-col gap-4" noValidate>
      <div className="grid grid-cols-2 gap-3">
        <Select
          key={`network ${typed("networkId")}`}
          label="Network"
          name="networkId"
          empty="All"
          options={networks.map(({ id, name }) => ({ value: String(id), label: name }))}
          defaultValue={typed("networkId") ?? ""}
        />
        <Select
          key={`type ${typed("typeName")}`}
          label="Type"
          name="typeName"
          empty="All"
          options={types.map((name) => ({ value: name, label: name }))}
          defaultValue={typed("typeName") ?? ""}
        />
        <Input
          label="Add to your price"
          name="value"
          inputMode="decimal"
          required
          defaultValue={typed("value")}
          error={error("value")}
        />
        <Select
          key={`kind ${typed("kind")}`}
          label="As"
          name="kind"
          options={[
            { value: "percent", label: "Per cent" },
            { value: "flat", label: "Money" },
          ]}
          defaultValue={typed("kind") ?? "percent"}
        />
      </div>
      <FormMessage error={message} done={state?.ok ? state.result : undefined} />
      <SubmitButton variant="secondary">Save markup</SubmitButton>
    </form>
  );
}
