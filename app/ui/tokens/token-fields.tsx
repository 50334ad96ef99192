"use client";

import { Disclosure } from "#app/ui/disclosure";
import { useField } from "#app/ui/form/form";
import { Input } from "#app/ui/form/input";
import { Select } from "#app/ui/form/select";
import { Textarea } from "#app/ui/form/textarea";

const TOKEN_KINDS = [
  { value: "false", label: "Live purchases" },
  { value: "true", label: "Test purchases: nothing is charged or sent" },
];

export function NewTokenFields() {
  const [ips, origins] = [useField("ips"), useField("origins")];
  return (
    <>
      <Input label="Name" name="name" required maxLength={60} autoComplete="off" placeholder="My website" />
      <Select label="Type" name="test" options={TOKEN_KINDS} />
      <Disclosure
        title="Limit where it works"
        className="md:col-span-full"
        open={Boolean(ips.error || origins.error) || undefined}
      >
        <div className="flex flex-col gap-4 pt-2">
          <LimitFields />
        </div>
      </Disclosure>
    </>
  );
}

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
        hint="Only for scripts on a web page."
        placeholder="https://shop.example"
        defaultValue={origins?.join("\n")}
      />
    </>
  );
}
