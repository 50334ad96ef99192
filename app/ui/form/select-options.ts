export interface SelectOption {
  value: string;
  label: string;
}

/** Options as a list, or as the labels of a state or kind by its values. */
export type SelectOptions =
  | readonly SelectOption[]
  | Readonly<Record<string, string | { readonly word: string }>>;

export function toOptionList(options: SelectOptions): readonly SelectOption[] {
  if (Array.isArray(options)) return options;
  return Object.entries(options).map(([value, label]) => ({
    value,
    label: typeof label === "string" ? label : label.word,
  }));
}
