import { cx } from "#app/ui/cx.ts";
import { controlClass } from "#app/ui/form/control-class.ts";
import { SubmitButton } from "#app/ui/form/submit-button";
import { ScrollArea } from "#app/ui/scroll-area";
import type { PriceGridResult } from "./price-grid-result.ts";

export function PriceGridChanges(answer: PriceGridResult) {
  const { changes = [], wrong = {}, fingerprint = "", reason, wrongReason, wrongChanges } = answer;
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
  const large = changes.filter((change) => change.large);
  return (
    <section aria-labelledby="changes" className="rounded-lg border border-line bg-surface p-4 md:p-5">
      <h2 id="changes" className="font-semibold">
        {changes.length === 1 ? "1 price changes" : `${changes.length} prices change`}
      </h2>
      <ScrollArea label="Price changes" className="mt-2 max-h-80">
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
            {[...large, ...changes.filter((change) => !change.large)].map((change) => (
              <tr key={change.name}>
                <th scope="row" className="py-1.5 pr-3 text-left font-normal">
                  {change.label}
                </th>
                <td className="py-1.5 pr-3">{change.level}</td>
                <td className="whitespace-nowrap py-1.5 pr-3 text-right text-muted">{change.before}</td>
                <td className="whitespace-nowrap py-1.5 pr-3 text-right font-semibold">
                  {change.after}
                  {change.note && (
                    <span
                      className={cx(
                        "block text-xs",
                        change.large ? "font-semibold text-unsure" : "font-normal text-muted",
                      )}
                    >
                      {change.note}
                    </span>
                  )}
                </td>
                <td
                  className={cx("whitespace-nowrap py-1.5 pr-3 text-right max-sm:hidden", change.marginClass)}
                >
                  {change.margin}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollArea>
      <input type="hidden" name="fingerprint" value={fingerprint} />
      <div className="mt-4 grid max-w-xl gap-2">
        {large.length > 0 && <LargeChangesBox count={large.length} error={wrongChanges} />}
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

function LargeChangesBox({ count, error }: { count: number; error: string | undefined }) {
  return (
    <div className="rounded-md bg-unsure-soft px-4 py-2">
      <label className="flex min-h-11 items-center gap-3 font-medium">
        <input
          type="checkbox"
          name="largeChanges"
          value="yes"
          aria-invalid={error !== undefined || undefined}
          aria-describedby={error ? "large-changes-error" : undefined}
          className="size-5 shrink-0 accent-action"
        />
        {count === 1
          ? "1 price changes a lot. I checked it."
          : `${count} prices change a lot. I checked them.`}
      </label>
      {error && (
        <p id="large-changes-error" className="text-bad text-sm">
          {error}
        </p>
      )}
    </div>
  );
}
