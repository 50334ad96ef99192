/** The page's ground, as the browser colours its own bars: `--color-ground` of look.css. */
export const PAGE_BACKGROUND = { light: "#f8f6f2", dark: "#151310" } as const;
