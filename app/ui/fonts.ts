import localFont from "next/font/local";

/**
 * Inter, the portal's one typeface, in the weights of the pages. On a slow line the first page keeps the
 * phone's own, whose measure no fallback knows, so that nothing moves when it arrives; from the second page
 * on it is there.
 */
const latin = localFont({
  src: "./fonts/inter-latin.woff2",
  weight: "400 600",
  variable: "--font-inter",
  display: "optional",
  adjustFontFallback: "Arial",
});

/** Inter's letters with accents, which a page loads when it shows one, and then shows beside the others. */
const accents = localFont({
  src: "./fonts/inter-accents.woff2",
  weight: "400 600",
  variable: "--font-accents",
  display: "fallback",
  preload: false,
  adjustFontFallback: false,
  declarations: [
    {
      prop: "unicode-range",
      value: "U+A1-A6, U+A8, U+AA, U+AC-B6, U+B8-BA, U+BC-D6, U+D8-FF, U+131, U+152-153, U+2BC, U+300-323",
    },
  ],
});

/**
 * Inter's currency signs but the ₦, which `inter-latin` has: a page loads them when it shows one. Light, as the ₦ is,
 * so that beside digits of any weight the digits are read first.
 */
const currency = localFont({
  src: "./fonts/inter-currency.woff2",
  weight: "300",
  variable: "--font-currency",
  display: "fallback",
  preload: false,
  adjustFontFallback: false,
  declarations: [{ prop: "unicode-range", value: "U+20A0-20A5, U+20A7-20C0" }],
});

/** Class names that make them available; `layout.tsx` puts them on the document. */
export const fontClasses = `${latin.variable} ${accents.variable} ${currency.variable}`;
