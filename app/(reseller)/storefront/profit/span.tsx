import { Button } from "../../../ui/button.tsx";
import { Input } from "../../../ui/input.tsx";

/** The time that is looked at, in the address. */
export function Span({ from, to }: { from: string; to: string }) {
  return (
    <search>
      <form action="/storefront/profit" className="mb-4 grid grid-cols-2 items-end gap-3 md:flex">
        <Input label="From" name="from" type="date" defaultValue={from} />
        <Input label="To" name="to" type="date" defaultValue={to} />
        <Button type="submit" variant="secondary" className="max-md:col-span-2">
          Show
        </Button>
      </form>
    </search>
  );
}
