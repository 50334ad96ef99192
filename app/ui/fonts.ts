import localFont from "next/font/local";

/** Inter, the portal's one typeface, with a fallback of the same measure so that nothing moves when it arrives. */
const inter = localFont({
  src: "../../node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2",
  weight: "100 900",
  variable: "--font-inter",
  display: "swap",
  adjustFontFallback: "Arial",
});

/**
 * Inter's currency signs alone (₦ and its kin): 3 KB instead of the 85 KB of its extended Latin. Light, so that beside
 * digits of any weight the digits are read first.
 */
const currency = localFont({
  src: "./fonts/inter-currency.woff2",
  weight: "300",
  variable: "--font-currency",
  display: "swap",
  adjustFontFallback: false,
  declarations: [{ prop: "unicode-range", value: "U+20A0-20C0" }],
});

/** Class names that make both available; `layout.tsx` puts them on the document. */
export const fontClasses = `${inter.variable} ${currency.variable}`;
