import { decimalText } from "#lib/core/money";
import type { PaymentRules } from "#lib/payment/settings";
import { Card } from "../../ui/card.tsx";
import { Checkbox, FieldSet } from "../../ui/checkbox.tsx";
import { Input } from "../../ui/input.tsx";
import { Select } from "../../ui/select.tsx";
import { DeskForm } from "../desk-form.tsx";
import { savePaymentRules } from "./actions.ts";

const BEARERS = [
  { value: "reseller", label: "The reseller: it is taken from what they pay" },
  { value: "house", label: "You: all of it is in their wallet" },
];

/** How resellers may pay online: by whom, who bears the fee, how much. */
export function PaymentRulesCard({ rules }: { rules: PaymentRules }) {
  const { providers, accountProviders, feeBearer, least, most, accountsBy, collect, version } = rules;
  return (
    <Card title="How resellers pay online">
      <DeskForm needs="rules" id="online" action={savePaymentRules} hidden={{ version }} submit="Save">
        <FieldSet legend="Offered" name="on">
          {providers.map(({ name }) => (
            <input key={name} type="hidden" name="shown" value={name} />
          ))}
          {providers.map(({ name, label, on }) => (
            <Checkbox key={name} name="on" value={name} label={label} defaultChecked={on} />
          ))}
        </FieldSet>
        <Checkbox
          name="collect"
          value="yes"
          label="Shops may be paid through your account, where you allow it on the reseller’s page"
          defaultChecked={collect}
        />
        <Select label="Who bears the fee" name="feeBearer" options={BEARERS} defaultValue={feeBearer} />
        <Select
          label="Account numbers of their own, from"
          name="accountsBy"
          empty="Nobody"
          options={accountProviders.map(({ name, label }) => ({ value: name, label }))}
          defaultValue={accountsBy ?? ""}
          hint="Numbers that were given out before go on working."
        />
        <div className="grid gap-4 sm:grid-cols-2">
          <Input label="At least" name="least" inputMode="decimal" defaultValue={decimalText(least)} />
          <Input label="At most at once" name="most" inputMode="decimal" defaultValue={decimalText(most)} />
        </div>
      </DeskForm>
    </Card>
  );
}
