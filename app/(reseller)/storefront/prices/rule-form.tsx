import { ActionForm, FormAnswer } from "../../../ui/form.tsx";
import { Input } from "../../../ui/input.tsx";
import { Select } from "../../../ui/select.tsx";
import { SubmitButton } from "../../../ui/submit-button.tsx";
import { addRule } from "./actions.ts";

interface Props {
  networks: { id: number; name: string }[];
  types: string[];
}

/** A markup for everything, a network, a type, or a type of one network. */
export function RuleForm({ networks, types }: Props) {
  return (
    <ActionForm action={addRule}>
      <div className="grid grid-cols-2 gap-3">
        <Select
          label="Network"
          name="networkId"
          empty="All"
          options={networks.map(({ id, name }) => ({ value: String(id), label: name }))}
          defaultValue=""
        />
        <Select
          label="Type"
          name="typeName"
          empty="All"
          options={types.map((name) => ({ value: name, label: name }))}
          defaultValue=""
        />
        <Input label="Add to your price" name="value" inputMode="decimal" required />
        <Select
          label="As"
          name="kind"
          options={[
            { value: "percent", label: "Per cent" },
            { value: "flat", label: "Money" },
          ]}
          defaultValue="percent"
        />
      </div>
      <FormAnswer />
      <SubmitButton variant="secondary">Save markup</SubmitButton>
    </ActionForm>
  );
}
