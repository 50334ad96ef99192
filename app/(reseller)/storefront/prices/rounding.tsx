import { ROUNDINGS, roundingOf } from "#lib/shop/fields";
import { RoundingForm } from "./rounding-form.tsx";

/** What prices by rule are rounded up to. */
export function Rounding({ rounding }: { rounding: bigint }) {
  const chosen = ROUNDINGS.find((units) => roundingOf(units) === rounding) ?? 0;
  const options = ROUNDINGS.map((units) => ({
    value: String(units),
    label: units === 0 ? "Nothing, as it comes" : `The next ${units}`,
  }));
  return <RoundingForm options={options} chosen={String(chosen)} />;
}
