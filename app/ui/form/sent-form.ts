import { getTypedValues, type TypedValues } from "#lib/request/typed-values";

/** The fields by which the server knows a form that is sent again, and does nothing twice. */
const ONCE_FIELDS = ["ref", "key"] as const;

/** Such a form is kept. One that names its last adjustment is rejected once there is another. */
const KEPT_FIELDS = [...ONCE_FIELDS, "lastAdjustmentId"] as const;

/** Whether a form with these values can be sent again: the server does nothing twice. */
export const isDoneOnce = (values: TypedValues): boolean => KEPT_FIELDS.some((name) => name in values);

export function pickOnceField(values: TypedValues): Record<string, string> {
  return Object.fromEntries(
    ONCE_FIELDS.flatMap((name) => (typeof values[name] === "string" ? [[name, values[name]]] : [])),
  );
}

/** Where a form of this page is kept. */
export const buildSentFormKey = (name: string): string => `sent ${location.pathname} ${name}`;

/**
 * Keeps what a form sends until its result, so that it can be sent again with the same ref after a reload:
 * without secrets, in this tab, until its person signs out. Only a form that is done once is kept.
 */
export function keepSentForm(key: string, form: FormData): void {
  const values = getTypedValues(form);
  if (!isDoneOnce(values)) return;
  tryStorage((storage) => storage.setItem(key, JSON.stringify(values)));
}

/** Keeps a form of this page that was sent after its session had ended, until its page opens again. */
const buildTypedFormKey = (name: string): string => `typed ${location.pathname} ${name}`;

/** Keeps the typed values, without secrets, while their person signs in again. */
export function keepTypedForm(name: string, values: TypedValues): void {
  tryStorage((storage) => storage.setItem(buildTypedFormKey(name), JSON.stringify(values)));
}

export function takeTypedForm(name: string): TypedValues | undefined {
  const values = readSentForm(buildTypedFormKey(name));
  forgetSentForm(buildTypedFormKey(name));
  return values;
}

export function forgetSentForm(key: string): void {
  tryStorage((storage) => storage.removeItem(key));
}

export function forgetAllForms(): void {
  tryStorage((storage) => storage.clear());
}

export function readSentForm(key: string): TypedValues | undefined {
  return tryStorage((storage) => JSON.parse(storage.getItem(key) ?? "null") ?? undefined);
}

/** A full or forbidden storage keeps nothing: the form then lasts as long as its page. */
function tryStorage<T>(use: (storage: Storage) => T): T | undefined {
  try {
    return use(sessionStorage);
  } catch {
    return undefined;
  }
}
