import { type KeyboardEvent, type MouseEvent, type RefObject, useEffect, useRef, useState } from "react";
import type { NetworkOption } from "./options.ts";
import type { BuySelection, BuyStep } from "./review-step.ts";

/**
 * Holds the selection. Changing the network clears the plan; until one is chosen it is the
 * number's, as `suggest` says.
 */
export function useBuySelection(
  networks: readonly NetworkOption[],
  first: BuySelection,
  form: RefObject<HTMLFormElement | null>,
  suggest: (phone: string) => NetworkOption | undefined,
) {
  const [pick, setPick] = useState(first);
  const network = networks.find(({ id }) => id === pick.network) ?? suggest(pick.phone);
  const plan = network?.plans.find(({ id }) => id === pick.plan);
  const firstShown = useRef({ ...pick, network: network?.id });
  useEffect(() => {
    const early = readEarlySelection(form.current, firstShown.current);
    if (early) setPick((now) => ({ ...now, ...early }));
  }, [form]);

  return {
    pick,
    network,
    plan,
    choose: {
      network: (id: string) =>
        setPick((now) => (now.network === id ? now : { ...now, network: id, plan: "" })),
      plan: (id: string) =>
        setPick((now) => ({ ...now, network: findNetworkOfPlan(networks, id)?.id ?? "", plan: id })),
      phone: (text: string) => setPick((now) => ({ ...now, phone: text })),
    },
  };
}

export const findNetworkOfPlan = (networks: readonly NetworkOption[], planId: string) =>
  networks.find(({ plans }) => plans.some(({ id }) => id === planId));

/** Reads the input made before the script loaded: what differs from `shown`, which was only suggested. */
function readEarlySelection(
  form: HTMLFormElement | null,
  shown: Record<keyof BuySelection, string | undefined>,
): Partial<BuySelection> | undefined {
  if (!form) return undefined;
  const data = new FormData(form);
  const names = ["network", "plan", "phone"] as const;
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = data.get(name);
      return value && value !== shown[name] ? [[name, String(value)]] : [];
    }),
  );
}

type FieldName = keyof BuySelection;
type SelectHandler = (name: FieldName, value: string) => void;

const NEXT_FIELD: Partial<Record<string, FieldName>> = { network: "plan", plan: "phone" };

/** Selects a tile with Enter and moves to the next field, or to the review when all are filled. */
export function advanceOnEnter(event: KeyboardEvent<HTMLFormElement>, select: SelectHandler): void {
  const radio = event.target;
  if (event.key !== "Enter" || !(radio instanceof HTMLInputElement) || radio.type !== "radio") return;
  event.preventDefault();
  if (event.repeat) return;
  const form = event.currentTarget;
  if (!radio.checked) select(radio.name as FieldName, radio.value);
  requestAnimationFrame(() => focusNextField(form, radio.name));
}

/**
 * After a tap on a plan, not after an arrow key: opens the review,
 * or moves the focus to a number that isn't complete.
 */
export function advanceAfterTap(event: MouseEvent<HTMLFormElement>, isComplete: boolean): void {
  const [radio, form] = [event.target, event.currentTarget];
  const isTap = event.detail > 0 && radio instanceof HTMLInputElement && radio.name === "plan";
  if (!isTap) return;
  if (isComplete) requestAnimationFrame(() => form.requestSubmit());
  else focusField(form, "phone");
}

/** Focuses the selected or first option of a field. */
export function focusField(form: HTMLFormElement | null, name: FieldName): void {
  const all = form?.querySelectorAll<HTMLInputElement>(`input[name="${name}"]:not([type="hidden"])`);
  const target = [...(all ?? [])].find((input) => input.checked) ?? all?.[0];
  target?.focus({ preventScroll: true });
  target?.closest("fieldset, [data-field]")?.scrollIntoView({ block: "nearest" });
}

function focusNextField(form: HTMLFormElement, name: string): void {
  const to = NEXT_FIELD[name];
  if (to === "phone" && hasPhone(form)) form.requestSubmit();
  else if (to) focusField(form, to);
}

const hasPhone = (form: HTMLFormElement) => String(new FormData(form).get("phone") ?? "").trim() !== "";

/** Focuses the field with an error, or to change, or for a next customer with a fine pointer the number. */
export function useStepFocus(
  form: RefObject<HTMLFormElement | null>,
  errors: BuyStep["errors"],
  change: keyof BuySelection | null,
  isNextCustomer: boolean,
): void {
  const wrong = Object.keys(errors)[0] as keyof BuySelection | undefined;
  useEffect(() => {
    const to = wrong ?? change;
    if (to) focusField(form.current, to);
    else if (isNextCustomer || (hasNoSelection(form.current) && matchMedia("(pointer: fine)").matches))
      focusField(form.current, "phone");
  }, [form, wrong, change, isNextCustomer]);
}

const hasNoSelection = (form: HTMLFormElement | null) => !form?.querySelector("input:checked");
