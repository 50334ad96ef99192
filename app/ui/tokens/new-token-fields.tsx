import type { Shown } from "#lib/web/form-state";
import { Input } from "../input.tsx";
import { Select } from "../select.tsx";
import { LimitFields } from "./limit-fields.tsx";

const KINDS = [
  { value: "false", label: "Real purchases" },
  { value: "true", label: "Testing: nothing is charged or sent" },
];

/** What a new token is for and, behind a fold, where it works. `id` parts the fields of several forms on one page. */
export function NewTokenFields({ id, shown: { typed, error } }: { id: string; shown: Shown }) {
  return (
    <>
      <Input
        id={`name-${id}`}
        label="Name"
        name="name"
        required
        maxLength={60}
        autoComplete="off"
        placeholder="My website"
        defaultValue={typed("name")}
        error={error("name")}
      />
      <Select
        id={`test-${id}`}
        label="For"
        name="test"
        options={KINDS}
        defaultValue={typed("test")}
        error={error("test")}
      />
      <details className="md:col-span-full" open={Boolean(error("ips") || error("origins")) || undefined}>
        <summary className="inline-flex min-h-11 cursor-pointer items-center font-medium text-accent text-sm">
          Limit where it works
        </summary>
        <div className="flex flex-col gap-4 pt-2">
          <LimitFields id={id} ips={typed("ips")} origins={typed("origins")} error={error} />
        </div>
      </details>
    </>
  );
}
