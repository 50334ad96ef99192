import { cx } from "#app/ui/cx.ts";
import { controlClass } from "#app/ui/form/control-class.ts";
import { SubmitButton } from "#app/ui/form/submit-button";
import type { PriceGridResult } from "./price-grid-result.ts";

export function PriceGridChanges({
  answer: { changes = [], wrong = {}, fingerprint = "", reason, wrongReason },
}: {
  answer: PriceGridResult;
}) {
  const bad = Object.keys(wrong).length;
  if (changes.length === 0 || bad > 0)
    return (
      <p role="status" className={cx("rounded-md px-4 py-3", bad > 0 ? "bg-bad-soft text-bad" : "bg-sunken")}>
        {bad === 0
          ? "No price changes."
          : bad === 1
            ? "1 price can’t be saved. It’s marked below."
            : `${bad} prices can’t be saved. They’re marked below.`}
      </p>
    );
  return (
    <section aria-labelledby="changes" className="rounded-lg border border-line bg-surface p-4 md:p-5">
      <h2 id="changes" className="font-semibold">
        {changes.length === 1 ? "1 price changes" : `${changes.length} prices change`}
      </h2>
      <div className="mt-2 max-h-80 overflow-auto">
        <table className="w-full text-sm">
          <caption className="sr-only">Price changes</caption>
          <thead className="text-left text-muted">
            <tr>
              {["Plan", "Level", "From", "To", "New margin"].map((head, at) => (
                <th
                  key={head}
                  scope="col"
                  className={cx(
                    "py-1.5 pr-3 font-medium",
                    at > 1 && "text-right",
                    at === 4 && "max-sm:hidden",
                  )}
                >
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="divide-y divide-line border-line border-t">
            {changes.map((change) => (
              <tr key={change.name}>
                <th scope="row" className="py-1.5 pr-3 text-left font-normal">
                  {change.label}
                </th>
                <td className="py-1.5 pr-3">{change.level}</td>
                <td className="whitespace-nowrap py-1.5 pr-3 text-right text-muted">{change.before}</td>
                <td className="whitespace-nowrap py-1.5 pr-3 text-right font-semibold">
                  {change.after}
                  {change.lower && <span className="block font-normal text-muted text-xs">lower</span>}
                </td>
                <td className="whitespace-nowrap py-1.5 pr-3 text-right text-good max-sm:hidden">
                  {change.margin}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <input type="hidden" name="fingerprint" value={fingerprint} />
      <div className="mt-4 grid max-w-xl gap-2">
        <label htmlFor="prices-reason" className="font-medium text-sm">
          Reason
        </label>
        <input
          id="prices-reason"
          name="reason"
          maxLength={500}
          autoComplete="off"
          defaultValue={reason}
          aria-invalid={wrongReason !== undefined || undefined}
          aria-describedby={wrongReason ? "prices-reason-error" : undefined}
          className={controlClass}
        />
        {wrongReason && (
          <p id="prices-reason-error" className="text-bad text-sm">
            {wrongReason}
          </p>
        )}
        <p className="text-muted text-sm">
          Prices change immediately. Buyers who still see an old price are asked to confirm the new one.
        </p>
        <div>
          <SubmitButton name="step" value="save">
            {changes.length === 1 ? "Save 1 price" : `Save ${changes.length} prices`}
          </SubmitButton>
        </div>
      </div>
    </section>
  );
}
