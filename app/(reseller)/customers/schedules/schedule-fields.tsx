import { PlanSelect } from "#app/(reseller)/buy/plan-select";
import { CustomerPhoneInput } from "#app/(reseller)/customers/customer-phone";
import { FormDisclosure } from "#app/ui/form/form-disclosure";
import { DecimalInput, Input } from "#app/ui/form/input";
import { PinField } from "#app/ui/form/password-field";
import { Select, type SelectOption } from "#app/ui/form/select";

const UNIT_LABELS = {
  once: "Once",
  month: "Every month, on this day",
  week: "Every week, on this weekday",
  day: "Every few days",
};

interface ScheduleDefaults {
  phone: string;
  plan: string;
  firstOn: string;
  clock: string;
  unit: string;
  every: number;
  untilOn: string;
  maxPrice: string;
}

interface Props {
  wanted: ScheduleDefaults;
  plans: readonly SelectOption[];
  asksPin: boolean;
}

export function ScheduleFields({ wanted, plans, asksPin }: Props) {
  const { phone, plan, firstOn, clock, unit, every, untilOn, maxPrice } = wanted;
  return (
    <>
      <CustomerPhoneInput phone={phone} />
      <PlanSelect label="Plan" name="plan" empty="Select a plan" options={plans} defaultValue={plan} />
      <div className="grid grid-cols-2 gap-3">
        <Input label="Start date" name="firstOn" type="date" defaultValue={firstOn} />
        <Input label="Time" name="clock" type="time" defaultValue={clock} />
      </div>
      {/* Fields of some choices only, shown without script. */}
      <div className="group/again grid gap-2">
        <Select label="Repeat" name="unit" options={UNIT_LABELS} defaultValue={unit} />
        <div className="hidden group-has-[[value=day]:checked]/again:block">
          <Input label="Days between" name="every" type="number" min={1} max={365} defaultValue={every} />
        </div>
        <FormDisclosure title="End date and maximum price" fields={["untilOn", "maxPrice"]}>
          <div className="grid gap-4 pt-1">
            <p className="hidden text-muted text-sm group-has-[[value=month]:checked]/again:block">
              In months without this day, the last day is used.
            </p>
            <div className="group-has-[[value=once]:checked]/again:hidden">
              <Input
                label="End date"
                name="untilOn"
                type="date"
                optional
                hint="Leave empty to repeat until you end it."
                defaultValue={untilOn}
              />
            </div>
            <DecimalInput
              label="Maximum price"
              name="maxPrice"
              hint="If the plan costs more on the day, we don’t buy it and let you know. Leave empty for 5% above today’s price."
              defaultValue={maxPrice}
            />
          </div>
        </FormDisclosure>
      </div>
      {asksPin && <PinField />}
    </>
  );
}
