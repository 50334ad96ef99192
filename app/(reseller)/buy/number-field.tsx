"use client";

import { X } from "lucide-react";
import { controlClass } from "../../ui/control-class.ts";
import { cx } from "../../ui/cx.ts";
import { Field, fieldAria } from "../../ui/field.tsx";
import { NetworkTile } from "../../ui/network-tile.tsx";

interface Props {
  value: string;
  onType: (text: string) => void;
  /** One of the last numbers was tapped. */
  onPick: (text: string) => void;
  numbers: readonly { phone: string; network: string }[];
  example: string;
  error?: string | undefined;
}

/** The number that gets the data, as people write or paste it; the last ones are a tap away. */
export function NumberField({ value, onType, onPick, numbers, example, error }: Props) {
  const field = {
    label: "Number",
    name: "phone",
    hint: `For example ${example}. Spaces or a +code are fine.`,
    error,
  };
  return (
    <div data-field className="grid scroll-mt-4 scroll-mb-44 gap-3">
      <Field {...field}>
        <div className="relative">
          <input
            {...fieldAria(field)}
            type="tel"
            inputMode="tel"
            autoComplete="off"
            enterKeyHint="go"
            maxLength={40}
            value={value}
            onChange={(event) => onType(event.target.value)}
            className={cx(controlClass, "min-h-14 pr-12 font-semibold text-xl!")}
          />
          {value && (
            <button
              type="button"
              aria-label="Clear the number"
              onClick={(event) => {
                onType("");
                event.currentTarget.parentElement?.querySelector("input")?.focus();
              }}
              className="absolute inset-y-0 right-0 grid w-12 place-items-center rounded-md text-muted hover:text-ink noscript:hidden"
            >
              <X aria-hidden className="size-5" />
            </button>
          )}
        </div>
      </Field>
      {numbers.length > 0 && (
        <ul aria-label="Your last numbers" className="flex flex-wrap gap-2 noscript:hidden">
          {numbers.map(({ phone, network }) => (
            <li key={phone}>
              <button
                type="button"
                onClick={() => onPick(phone)}
                className="flex min-h-11 items-center gap-2 rounded-full border border-line bg-surface pr-4 pl-2 text-sm hover:border-edge"
              >
                <NetworkTile name={network} size="sm" />
                {phone}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
