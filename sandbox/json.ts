/** Encodes JSON for the control address: a bigint becomes its digits followed by `n`, as in `"500000n"`. */
export function encodeJson(value: unknown): string {
  return JSON.stringify(value, (_, item) => (typeof item === "bigint" ? `${item}n` : item));
}

/** Decodes text from `encodeJson`. Throws SyntaxError on text that is not JSON. */
export function decodeJson(text: string): unknown {
  return JSON.parse(text, (_, item) =>
    typeof item === "string" && /^-?\d+n$/.test(item) ? BigInt(item.slice(0, -1)) : item,
  );
}
