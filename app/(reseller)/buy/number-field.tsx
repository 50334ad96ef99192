"use client";

import { type ReactNode, useRef, useState } from "react";
import { cx } from "#app/ui/cx.ts";
import { controlClass } from "#app/ui/form/control-class.ts";
import { Field, fieldAria } from "#app/ui/form/field";
import type { Icon } from "#app/ui/icon/define-icon";
import { Contact, UserSearch, X } from "#app/ui/icon/icons.ts";
import { explainPhone } from "#lib/core/text/explain-phone";
import { findPhones } from "#lib/core/text/find-phones";
import { type PhoneRule, type ReadPhone, readPhone } from "#lib/core/text/phone-rule";
import type { Recipient } from "#lib/customer/recipients";
import { PastedNumbers, RecentNumbers } from "./number-chips.tsx";
import { NumberProblemNote } from "./number-notes.tsx";
import { useContactPicker } from "./use-contact-picker.ts";
import { useSuggestionList } from "./use-suggestion-list.tsx";

/** Help for entering the number that gets the data. */
export interface PhoneHints {
  /** Those of `regulars`, then other recent numbers. */
  recent: readonly Recipient[];
  /** The purchases that home offers again. */
  regulars: readonly { phone: string; plan: string; network: string; note: string }[];
  /** The reseller has saved customers, who can be found by name. */
  canSearchCustomers: boolean;
  /** Whether an entered number is looked up among the reseller’s purchases and customers. */
  isLookedUp: boolean;
  example: string;
}

interface Props {
  value: string;
  onType: (text: string) => void;
  /** Called when a recent number or a customer is tapped. */
  onPick: (text: string) => void;
  hints: PhoneHints;
  recent: readonly Recipient[];
  note: ReactNode;
  /** At the end of the label's line. */
  aside: ReactNode;
  /** Those that were found while typing. */
  suggestions: readonly Recipient[];
  /** Names the network that a number is probably on. */
  networkOf: (recipient: Recipient) => string | undefined;
  phoneRule: PhoneRule;
  error?: string | undefined;
}

/** A pasted text is read before it's shortened to a number. */
const MAX_TEXT_LENGTH = 500;

/**
 * The phone number that gets the data. Reads numbers out of pasted text. Offers recent numbers, and matching
 * customers while typing. Without script it is a plain field.
 */
export function NumberField(props: Props) {
  const { value, onType, onPick, hints, recent, note, aside, suggestions, networkOf, phoneRule, error } =
    props;
  const { canSearchCustomers, example } = hints;
  const field = { label: "Phone number", name: "phone", error };
  const input = useRef<HTMLInputElement>(null);
  const [keyboard, setKeyboard] = useState<"tel" | "text">("tel");
  const [leftText, setLeftText] = useState("");
  const pasted = usePastedNumbers(phoneRule, onPick);
  const named = suggestions.filter(({ name, phone }) => name !== null && phone !== value);
  const suggested = useSuggestionList(canSearchCustomers ? named : [], onPick);
  const changeText = ({ value: text, selectionStart }: HTMLInputElement) => {
    suggested.open();
    pasted.clear();
    // A keyboard's own clipboard enters a text at once, without an event of pasting.
    const isPasted = text.length > value.length + 1 && /\p{L}/u.test(text);
    if (isPasted && pasted.read(text)) return;
    // Not while it is edited in its middle, where the caret would jump.
    const isAtEnd = /^\d+$/.test(text) && selectionStart === text.length;
    onType((isAtEnd && readPhone(phoneRule, text)?.text) || text);
  };
  const clear = () => {
    onType("");
    input.current?.focus();
  };
  const searchByName = () => {
    setKeyboard("text");
    // A phone changes its keyboard only when the field gets the focus again.
    input.current?.blur();
    requestAnimationFrame(() => input.current?.focus());
  };
  return (
    <div data-field className="relative grid scroll-mt-4 scroll-mb-44 gap-3">
      <div className="absolute top-0 right-0 text-sm">{aside}</div>
      <Field {...field}>
        <div className="relative">
          <input
            {...fieldAria(field)}
            {...(canSearchCustomers && suggested.aria)}
            ref={input}
            type={keyboard}
            inputMode={keyboard}
            autoComplete="off"
            enterKeyHint="go"
            maxLength={MAX_TEXT_LENGTH}
            placeholder={canSearchCustomers ? "Number or customer’s name" : example}
            value={value}
            onChange={(event) => changeText(event.target)}
            onPaste={(event) => {
              if (pasted.read(event.clipboardData.getData("text"))) event.preventDefault();
            }}
            onBlur={() => setLeftText(value)}
            onKeyDown={suggested.onKeyDown}
            className={cx(
              controlClass,
              "min-h-14 pr-12 font-semibold text-xl! placeholder:font-normal placeholder:text-base placeholder:tracking-normal",
            )}
          />
          <InnerButtons
            onClear={value ? clear : undefined}
            onPick={onPick}
            onSearch={canSearchCustomers ? searchByName : undefined}
          />
        </div>
        <div aria-live="polite" className="empty:hidden">
          {note || <NumberProblemNote text={explainTyped(phoneRule, value, leftText === value)} />}
        </div>
      </Field>
      {pasted.numbers.length > 0 ? (
        <PastedNumbers numbers={pasted.numbers} onPick={pasted.pick} />
      ) : (
        (suggested.list ??
        (!value && recent.length > 0 && <RecentNumbers {...{ recent, networkOf, onPick }} />))
      )}
    </div>
  );
}

/** Explains a text that can't become a number: one with too few digits only when its field was left. */
function explainTyped(phoneRule: PhoneRule, text: string, isLeft: boolean): string {
  const isComplete = text.replaceAll(/\D/g, "").length > Math.max(...phoneRule.lengths);
  if (readPhone(phoneRule, text) || !(isLeft || isComplete)) return "";
  return explainPhone(phoneRule, text);
}

const MAX_PASTED_NUMBERS = 6;

/** The numbers of a pasted text: the only one is entered, several are offered. */
function usePastedNumbers(phoneRule: PhoneRule, onPick: (text: string) => void) {
  const [numbers, setNumbers] = useState<readonly ReadPhone[]>([]);
  const clear = () => setNumbers([]);
  return {
    numbers,
    clear,
    pick(phone: string) {
      clear();
      onPick(phone);
    },
    /** @returns whether the text has numbers. */
    read(text: string): boolean {
      const phones = findPhones(phoneRule, text);
      setNumbers(phones.length > 1 ? phones.slice(0, MAX_PASTED_NUMBERS) : []);
      if (phones.length === 1 && phones[0]) onPick(phones[0].text);
      return phones.length > 0;
    },
  };
}

interface InnerButtonsProps {
  /** Set once there is a number. */
  onClear: (() => void) | undefined;
  onPick: (text: string) => void;
  onSearch: (() => void) | undefined;
}

function InnerButtons({ onClear, onPick, onSearch }: InnerButtonsProps) {
  const pickContact = useContactPicker(onPick);
  if (onClear) return <InnerButton label="Clear number" icon={X} onClick={onClear} />;
  return (
    <>
      {pickContact && (
        <InnerButton
          label="Choose from your contacts"
          icon={Contact}
          onClick={pickContact}
          className={onSearch && "right-12!"}
        />
      )}
      {onSearch && <InnerButton label="Find a customer by name" icon={UserSearch} onClick={onSearch} />}
    </>
  );
}

interface InnerButtonProps {
  label: string;
  icon: Icon;
  onClick: () => void;
  className?: string | undefined;
}

function InnerButton({ label, icon: Icon, onClick, className }: InnerButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      onClick={onClick}
      className={cx(
        "absolute inset-y-0 right-0 grid w-12 place-items-center rounded-md text-muted hover:text-ink noscript:hidden",
        className,
      )}
    >
      <Icon className="size-5" />
    </button>
  );
}
