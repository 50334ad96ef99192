/** One invariant: the number of checked records, and its violations. */
export interface Verdict {
  name: string;
  checked: number;
  broken: string[];
}

export function createVerdict(name: string, checked: readonly unknown[], broken: string[]): Verdict {
  return { name, checked: checked.length, broken };
}
