import localFont from "next/font/local";

/**
 * Inter, the portal's one typeface. On a slow line the first page keeps the phone's own, whose measure no
 * fallback knows, so that nothing moves when it arrives; from the second page on it is there.
 */
const inter = localFont({
  src: "../../node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2",
  weight: "100 900",
  variable: "--font-inter",
  display: "optional",
  adjustFontFallback: "Arial",
});

/**
 * Inter's currency signs alone (₦ and its kin): 3 KB instead of the 85 KB of its extended Latin. Light, so
 * that beside digits of any weight the digits are read first.
 */
const currency = localFont({
  src: "./fonts/inter-currency.woff2",
  weight: "300",
  variable: "--font-currency",
  display: "optional",
  adjustFontFallback: false,
  declarations: [{ prop: "unicode-range", value: "U+20A0-20C0" }],
});

/** Class names that make both available; `layout.tsx` puts them on the document. */
export const fontClasses = `${inter.variable} ${currency.variable}`;
