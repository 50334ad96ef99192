import { examplePhone } from "#lib/core/phone";
import type { CustomerView } from "#lib/customer/customer-view";
import { Input } from "../../ui/input.tsx";
import { Select, type SelectOption } from "../../ui/select.tsx";

type Known = Pick<CustomerView, "name" | "phone" | "note" | "planId" | "usual">;

/** The fields of a customer: as they are, or empty. */
export function Details({ known, plans }: { known?: Partial<Known>; plans: readonly SelectOption[] }) {
  const plan = known?.planId ? String(known.planId) : "";
  const isSold = plan === "" || plans.some(({ value }) => value === plan);
  const kept = { value: plan, label: `${known?.usual?.label ?? "A plan"}: not sold now` };
  return (
    <>
      <Input
        label="Number"
        name="phone"
        type="tel"
        inputMode="tel"
        autoComplete="off"
        maxLength={40}
        required
        hint={`For example ${examplePhone()}.`}
        defaultValue={known?.phone}
      />
      <Input label="Name" name="name" optional autoComplete="off" maxLength={60} defaultValue={known?.name} />
      <Select
        label="Usual plan"
        name="plan"
        empty="None"
        options={isSold ? plans : [kept, ...plans]}
        defaultValue={plan}
      />
      <Input
        label="Note"
        name="note"
        optional
        autoComplete="off"
        maxLength={200}
        defaultValue={known?.note}
      />
    </>
  );
}
