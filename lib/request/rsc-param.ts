/** Returns the address of a page without Next's parameter that separates its payload from its HTML. */
export const stripRscParam = (url: string): string =>
  url.replace(/([?&])_rsc=[^&]*&?/, "$1").replace(/[?&]$/, "");
