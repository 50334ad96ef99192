/** JSON for the control address: a bigint travels as its digits followed by `n`, as in `"500000n"`. */
export function encode(value: unknown): string {
  return JSON.stringify(value, (_, item) => (typeof item === "bigint" ? `${item}n` : item));
}

/** The reverse of `encode`. Throws SyntaxError on text that is not JSON. */
export function decode(text: string): unknown {
  return JSON.parse(text, (_, item) =>
    typeof item === "string" && /^-?\d+n$/.test(item) ? BigInt(item.slice(0, -1)) : item,
  );
}
