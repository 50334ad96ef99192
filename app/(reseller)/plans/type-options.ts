import type { PlanListView } from "#lib/catalogue/list";
import type { SelectOption } from "../../ui/select.tsx";

/** The types that can be asked for: of the chosen network, or of all, each id once with its names. */
export function typeOptions(
  { types }: Pick<PlanListView, "types">,
  network: number | undefined,
): SelectOption[] {
  const names = new Map<number, Set<string>>();
  for (const type of types) {
    if (network !== undefined && type.networkId !== network) continue;
    names.set(type.id, (names.get(type.id) ?? new Set()).add(type.name));
  }
  return [...names].map(([id, of]) => ({ value: String(id), label: [...of].join(", ") }));
}
