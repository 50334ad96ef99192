import { TEST_NUMBERS } from "#lib/api/test-mode/outcomes";
import { Card } from "../../../ui/card.tsx";

/** What a test token's numbers do. */
export function TestNumbers() {
  return (
    <Card title="Try it without money">
      <p className="mb-3">
        A test token has the same addresses and answers. Nothing is charged or sent; the last four digits of
        the number choose what happens. Any other number is delivered at once. Test purchases send no
        webhooks.
      </p>
      <dl className="divide-y divide-line border-line border-y">
        {Object.entries(TEST_NUMBERS).map(([digits, { says }]) => (
          <div key={digits} className="grid grid-cols-[6rem_minmax(0,1fr)] gap-x-4 py-2 text-sm">
            <dt className="font-mono">…{digits}</dt>
            <dd className="text-muted">{says}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
