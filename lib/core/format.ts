type Options = Intl.NumberFormatOptions | Intl.DateTimeFormatOptions;

/** Making a format takes thirty times as long as using it, and the portal uses few. */
const made = new Map<string, unknown>();

function once<T>(kind: string, locale: string, options: Options, make: () => T): T {
  const key = `${kind} ${locale} ${JSON.stringify(options)}`;
  const known = made.get(key) as T | undefined;
  if (known) return known;
  const format = make();
  made.set(key, format);
  return format;
}

/** `Intl.NumberFormat`, made once. */
export const numberFormat = (locale: string, options: Intl.NumberFormatOptions = {}): Intl.NumberFormat =>
  once("number", locale, options, () => new Intl.NumberFormat(locale, options));

/** `Intl.DateTimeFormat`, made once. */
export const dateFormat = (locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
  once("date", locale, options, () => new Intl.DateTimeFormat(locale, options));
