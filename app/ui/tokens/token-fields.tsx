"use client";

import { Disclosure } from "#app/ui/disclosure";
import { Checkbox, FieldSet } from "#app/ui/form/checkbox";
import { useField } from "#app/ui/form/form";
import { DecimalInput, Input } from "#app/ui/form/input";
import { Select } from "#app/ui/form/select";
import { Textarea } from "#app/ui/form/textarea";

const TOKEN_KINDS = [
  { value: "false", label: "Live purchases" },
  { value: "true", label: "Test purchases: nothing is charged or sent" },
];

export interface NetworkOption {
  id: number;
  name: string;
}

/** Fields of a new token; an admin's has no networks, as its reseller limits what it spends. */
export function NewTokenFields({ networks }: { networks?: readonly NetworkOption[] }) {
  const spending = [
    useField("dailyLimit"),
    useField("purchaseLimit"),
    useField("networkIds"),
    useField("numbers"),
  ];
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
      {networks && (
        <Disclosure
          title="Limit what it spends"
          className="md:col-span-full"
          open={spending.some(({ error }) => error) || undefined}
        >
          <div className="flex flex-col gap-4 pt-2">
            <SpendingFields networks={networks} />
          </div>
        </Disclosure>
      )}
    </>
  );
}

interface SpendingFieldsProps {
  networks: readonly NetworkOption[];
  /** The present limits, as typed. */
  dailyLimit?: string | undefined;
  purchaseLimit?: string | undefined;
  networkIds?: readonly number[] | null;
  numbers?: readonly string[] | null;
}

export function SpendingFields(limits: SpendingFieldsProps) {
  const { networks, dailyLimit, purchaseLimit, networkIds, numbers } = limits;
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <DecimalInput
          label="Limit per day"
          name="dailyLimit"
          optional
          placeholder="20,000.00"
          defaultValue={dailyLimit}
        />
        <DecimalInput
          label="Limit per purchase"
          name="purchaseLimit"
          optional
          placeholder="2,000.00"
          defaultValue={purchaseLimit}
        />
      </div>
      <FieldSet legend="Networks: none ticked means all" name="networkIds">
        <div className="grid sm:grid-cols-2">
          {networks.map(({ id, name }) => (
            <Checkbox
              key={id}
              name="networkIds"
              value={id}
              label={name}
              defaultChecked={networkIds?.includes(id) ?? false}
            />
          ))}
        </div>
      </FieldSet>
      <Textarea
        label="Mobile numbers"
        name="numbers"
        optional
        rows={2}
        hint="One per line. It buys only for these. Leave it empty to buy for any number."
        placeholder="0803 123 4567"
        defaultValue={numbers?.join("\n")}
      />
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
