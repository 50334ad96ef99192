type FormatOptions = Intl.NumberFormatOptions | Intl.DateTimeFormatOptions;

/** Creating a format takes thirty times as long as using it, and the portal uses few. */
const formatCache = new Map<string, unknown>();

function getCachedFormat<T>(kind: string, locale: string, options: FormatOptions, make: () => T): T {
  const key = `${kind} ${locale} ${JSON.stringify(options)}`;
  const cached = formatCache.get(key) as T | undefined;
  if (cached) return cached;
  const format = make();
  formatCache.set(key, format);
  return format;
}

export const getNumberFormat = (locale: string, options: Intl.NumberFormatOptions = {}): Intl.NumberFormat =>
  getCachedFormat("number", locale, options, () => new Intl.NumberFormat(locale, options));

export const getDateFormat = (locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
  getCachedFormat("date", locale, options, () => new Intl.DateTimeFormat(locale, options));
