"use client";

import { useActionState } from "react";
import { shown } from "#lib/web/form-state";
import { FormMessage } from "../../../ui/form-message.tsx";
import { Input } from "../../../ui/input.tsx";
import { SubmitButton } from "../../../ui/submit-button.tsx";
import { useFirstError } from "../../../ui/use-first-error.ts";
import { useMadeFrom } from "../../use-made-from.ts";
import { saveSettings } from "../actions.ts";

const TIMES = [
  { name: "lateMinutes", label: "May still be executed", hint: "Minutes after its answer was given up." },
  { name: "refundMinutes", label: "May still be refunded", hint: "Minutes after its answer was given up." },
  { name: "graceMinutes", label: "Time to record a top-up", hint: "Minutes; balances count after that." },
] as const;

const AMOUNTS = [
  {
    name: "secondAdminAbove",
    label: "Two admins above",
    hint: "Money moved by hand. Another admin confirms a higher sum.",
  },
  { name: "lowBalance", label: "Balance is low below", hint: "At the upstream." },
] as const;

type Name = (typeof TIMES | typeof AMOUNTS)[number]["name"];

interface Props {
  automatic: boolean;
  version: number;
  values: Record<Name, string>;
}

export function RulesForm({ automatic, version, values }: Props) {
  const [state, send] = useActionState(saveSettings, null);
  const { message, error, typed } = shown(state);
  const { about, begin } = useMadeFrom({ version }, state);
  const field = ({ name, label, hint }: { name: Name; label: string; hint: string }) => (
    <Input
      key={name}
      name={name}
      label={label}
      hint={hint}
      inputMode="decimal"
      defaultValue={typed(name) ?? values[name]}
      error={error(name)}
    />
  );
  return (
    <form ref={useFirstError(state)} action={send} onFocus={begin} className="grid gap-4" noValidate>
      <input type="hidden" name="version" value={about.version} />
      <FormMessage error={message} done={state?.ok ? state.result : undefined} />
      <label className="flex min-h-11 cursor-pointer items-start gap-3">
        <input
          type="checkbox"
          name="automatic"
          value="true"
          defaultChecked={automatic}
          className="mt-1 size-5 shrink-0 accent-accent"
        />
        <span>
          <span className="block font-medium">Balances settle by themselves</span>
          <span className="text-muted text-sm">
            Turn this off when anything but this portal spends from the account at the upstream.
          </span>
        </span>
      </label>
      <div className="grid gap-4 sm:grid-cols-2">
        {AMOUNTS.map(field)}
        {TIMES.map(field)}
      </div>
      <Input
        label="Why they change"
        name="reason"
        id="rules-reason"
        maxLength={500}
        defaultValue={typed("reason")}
        error={error("reason")}
      />
      <div>
        <SubmitButton variant="secondary">Save rules</SubmitButton>
      </div>
    </form>
  );
}
