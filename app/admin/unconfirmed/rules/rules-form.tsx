import { Checkbox } from "../../../ui/checkbox.tsx";
import { ActionForm, FormAnswer } from "../../../ui/form.tsx";
import { Input } from "../../../ui/input.tsx";
import { SubmitButton } from "../../../ui/submit-button.tsx";
import { saveSettings } from "../actions.ts";

const FIELDS = [
  {
    name: "secondAdminAbove",
    label: "Two admins above",
    hint: "Money moved by hand. Another admin confirms a higher sum.",
  },
  { name: "lowBalance", label: "Balance is low below", hint: "At the upstream." },
  { name: "lateMinutes", label: "May still be executed", hint: "Minutes after its answer was given up." },
  { name: "refundMinutes", label: "May still be refunded", hint: "Minutes after its answer was given up." },
  { name: "graceMinutes", label: "Time to record a top-up", hint: "Minutes; balances count after that." },
] as const;

interface Props {
  automatic: boolean;
  version: number;
  values: Record<(typeof FIELDS)[number]["name"], string>;
}

export function RulesForm({ automatic, version, values }: Props) {
  return (
    <ActionForm id="rules" action={saveSettings} hidden={{ version }}>
      <FormAnswer />
      <Checkbox
        name="automatic"
        value="true"
        label={<span className="font-medium">Balances settle by themselves</span>}
        note="Turn this off when anything but this portal spends from the account at the upstream."
        defaultChecked={automatic}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        {FIELDS.map((field) => (
          <Input key={field.name} {...field} inputMode="decimal" defaultValue={values[field.name]} />
        ))}
      </div>
      <Input label="Why they change" name="reason" maxLength={500} />
      <div>
        <SubmitButton variant="secondary">Save rules</SubmitButton>
      </div>
    </ActionForm>
  );
}
