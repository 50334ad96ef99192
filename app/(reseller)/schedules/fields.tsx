import { examplePhone } from "#lib/core/phone";
import { Input } from "../../ui/input.tsx";
import { PinField } from "../../ui/pin-field.tsx";
import { Select, type SelectOption } from "../../ui/select.tsx";

const UNITS: readonly SelectOption[] = [
  { value: "once", label: "Once" },
  { value: "month", label: "Every month, on this day" },
  { value: "week", label: "Every week, on this weekday" },
  { value: "day", label: "Every so many days" },
];

/** What a schedule is made of, as text. */
export interface Wanted {
  phone: string;
  plan: string;
  firstOn: string;
  clock: string;
  unit: string;
  every: number;
  untilOn: string;
  most: string;
}

interface Props {
  wanted: Wanted;
  plans: readonly SelectOption[];
  asksPin: boolean;
}

/** The fields of a schedule: for whom, what, when, and how much it may cost. */
export function Fields({ wanted, plans, asksPin }: Props) {
  const { phone, plan, firstOn, clock, unit, every, untilOn, most } = wanted;
  return (
    <>
      <Input
        label="Number"
        name="phone"
        type="tel"
        inputMode="tel"
        autoComplete="off"
        maxLength={40}
        hint={`For example ${examplePhone()}.`}
        defaultValue={phone}
      />
      <Select label="Plan" name="plan" empty="Choose a plan" options={plans} defaultValue={plan} />
      <div className="grid grid-cols-2 gap-3">
        <Input label="First day" name="firstOn" type="date" defaultValue={firstOn} />
        <Input label="Time" name="clock" type="time" defaultValue={clock} />
      </div>
      {/* What only some choices ask for stands there with them, without script. */}
      <div className="group/again grid gap-4">
        <Select
          label="Again"
          name="unit"
          options={UNITS}
          defaultValue={unit}
          hint="A month without that day takes its last one."
        />
        <div className="grid grid-cols-2 gap-3 group-has-[[value=once]:checked]/again:hidden">
          <Input
            label="Until"
            name="untilOn"
            type="date"
            optional
            hint="Empty is for ever."
            defaultValue={untilOn}
          />
          <div className="hidden group-has-[[value=day]:checked]/again:block">
            <Input label="How many days" name="every" type="number" min={1} max={365} defaultValue={every} />
          </div>
        </div>
      </div>
      <Input
        label="Not above"
        name="most"
        inputMode="decimal"
        autoComplete="off"
        hint="When it costs more on the day, nothing is bought and you are told. Empty means not above today’s price."
        defaultValue={most}
      />
      {asksPin && <PinField />}
    </>
  );
}
