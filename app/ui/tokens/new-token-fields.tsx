import { useField } from "../form.tsx";
import { Input } from "../input.tsx";
import { Select } from "../select.tsx";
import { LimitFields } from "./limit-fields.tsx";

const KINDS = [
  { value: "false", label: "Real purchases" },
  { value: "true", label: "Testing: nothing is charged or sent" },
];

/** What a new token is for and, behind a fold, where it works. */
export function NewTokenFields() {
  const [ips, origins] = [useField("ips"), useField("origins")];
  return (
    <>
      <Input label="Name" name="name" required maxLength={60} autoComplete="off" placeholder="My website" />
      <Select label="For" name="test" options={KINDS} />
      <details className="md:col-span-full" open={Boolean(ips.error || origins.error) || undefined}>
        <summary className="inline-flex min-h-11 cursor-pointer items-center font-medium text-accent text-sm">
          Limit where it works
        </summary>
        <div className="flex flex-col gap-4 pt-2">
          <LimitFields />
        </div>
      </details>
    </>
  );
}
