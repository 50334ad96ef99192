import { formatMoney } from "#lib/core/money";
import { sayTime } from "#lib/core/time";

/** What a record changed: each fact that is not as before, from and to. */
export function Difference({ before, after }: { before: unknown; after: unknown }) {
  const [was, is] = [factsOf(before), factsOf(after)];
  const names = [...new Set([...Object.keys(was), ...Object.keys(is)])];
  const changed = names.filter((name) => was[name] !== is[name]);
  if (changed.length === 0) return null;
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-0.5">
      {changed.map((name) => (
        <li key={name} className="min-w-0 break-words">
          <span className="text-muted">{wordsOf(name)}</span>{" "}
          {was[name] !== undefined && <del className="whitespace-pre-line text-muted">{was[name]}</del>}{" "}
          {is[name] !== undefined && (
            <ins className="whitespace-pre-line font-medium no-underline">{is[name]}</ins>
          )}
        </li>
      ))}
    </ul>
  );
}

/** "secondAdminAbove" → "second admin above". */
const wordsOf = (name: string) =>
  name.replaceAll("_", " ").replace(/([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`);

/** Facts as text: "hidden" → "no". */
function factsOf(facts: unknown): Record<string, string> {
  if (typeof facts !== "object" || facts === null) return {};
  return Object.fromEntries(Object.entries(facts).map(([name, value]) => [name, textOf(name, value)]));
}

/** Facts that are money: their records keep minor units. */
const MONEY = /^(wallet|price|amount|balance|floor|held|cost|.*(limit|balance|above|below))$/i;

/** Facts that are instants, as JSON keeps them. */
const INSTANT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

function textOf(name: string, value: unknown): string {
  if (typeof value === "string" && MONEY.test(name) && /^-?\d+$/.test(value))
    return formatMoney(BigInt(value));
  if (typeof value === "string" && INSTANT.test(value)) return sayTime(new Date(value));
  if (value === null || value === "") return "none";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (Array.isArray(value)) return value.join(", ");
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
