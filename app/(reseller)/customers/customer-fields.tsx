import { PlanSelect } from "#app/(reseller)/buy/plan-select";
import { Input } from "#app/ui/form/input";
import type { SelectOption } from "#app/ui/form/select";
import type { CustomerView } from "#lib/customer/customer-view";
import { CustomerPhoneInput } from "./customer-phone.tsx";

type CustomerDefaults = Pick<CustomerView, "name" | "phone" | "note" | "planId" | "usual">;

interface Props {
  customer?: Partial<CustomerDefaults>;
  plans: readonly SelectOption[];
}

export function CustomerFields({ customer, plans }: Props) {
  const plan = customer?.planId ? String(customer.planId) : "";
  const isSold = plan === "" || plans.some(({ value }) => value === plan);
  const unavailablePlan = { value: plan, label: `${customer?.usual?.label ?? "Plan"} (not for sale)` };
  return (
    <>
      <CustomerPhoneInput phone={customer?.phone} required />
      <Input
        label="Name"
        name="name"
        optional
        autoComplete="off"
        maxLength={60}
        defaultValue={customer?.name}
      />
      <PlanSelect
        label="Usual plan"
        name="plan"
        empty="None"
        options={isSold ? plans : [unavailablePlan, ...plans]}
        defaultValue={plan}
      />
      <Input
        label="Note"
        name="note"
        optional
        autoComplete="off"
        maxLength={200}
        defaultValue={customer?.note}
      />
    </>
  );
}
