import type { OnPriceRise } from "#lib/purchase/send/control";
import { Card } from "../../ui/card.tsx";
import { Select } from "../../ui/select.tsx";
import { DeskForm } from "../desk-form.tsx";
import { changeOnPriceRise } from "./actions.ts";

const OPTIONS = [
  { value: "refund", label: "Give the money back at once" },
  { value: "wait", label: "Let it wait until its deadline" },
];

/** What becomes of purchases that wait while their plan comes to cost more than was paid. */
export function PriceRise({ onPriceRise }: { onPriceRise: OnPriceRise }) {
  return (
    <Card title="When a price rises above what was paid">
      <p className="mb-4 text-muted text-sm">
        A purchase that waits is never sent at a loss. The same holds when its plan goes off sale.
      </p>
      <DeskForm id="price-rise" action={changeOnPriceRise} hidden={{ seen: onPriceRise }} submit="Save">
        <Select label="What waits then" name="to" options={OPTIONS} defaultValue={onPriceRise} />
      </DeskForm>
    </Card>
  );
}
