"use client";

import { Fold } from "../fold.tsx";
import { useField } from "../form.tsx";
import { Input } from "../input.tsx";
import { Select } from "../select.tsx";
import { Textarea } from "../textarea.tsx";

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
      <Fold
        title="Limit where it works"
        className="md:col-span-full"
        open={Boolean(ips.error || origins.error) || undefined}
      >
        <div className="flex flex-col gap-4 pt-2">
          <LimitFields />
        </div>
      </Fold>
    </>
  );
}

/** Where a token works. */
export function LimitFields({ ips, origins }: { ips?: readonly string[]; origins?: readonly string[] }) {
  return (
    <>
      <Textarea
        label="IP addresses"
        name="ips"
        optional
        rows={2}
        hint="One per line. Ranges such as 203.0.113.0/24 work too."
        placeholder="203.0.113.7"
        defaultValue={ips?.join("\n")}
      />
      <Textarea
        label="Websites"
        name="origins"
        optional
        rows={2}
        hint="Only for programs that run inside a web page."
        placeholder="https://shop.example"
        defaultValue={origins?.join("\n")}
      />
    </>
  );
}
