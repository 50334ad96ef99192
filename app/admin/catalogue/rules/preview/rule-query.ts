import { PreviewRuleInput } from "#lib/catalogue/preview-rule";
import type { Query } from "../../../../ui/address.ts";

/** A rule as the form's address names it; its place is "1" for a network, "1 4" for a type of it. */
export function ruleQuery(query: Query): PreviewRuleInput | { wrong: Record<string, string> } {
  const { place, ...rest } = Object.fromEntries(
    Object.entries(query).map(([name, value]) => [name, [value].flat()[0]]),
  );
  const [networkId = "", typeId = ""] = (place ?? "").split(" ");
  const where = rest.planId ? { networkId: "", typeId: "" } : { networkId, typeId };
  const read = PreviewRuleInput.safeParse({ ...rest, ...where });
  if (read.success) return read.data;
  return { wrong: rest.value ? { planId: "There is no such plan." } : { value: "Say how much." } };
}
