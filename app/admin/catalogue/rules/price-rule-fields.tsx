import { buttonClass } from "#app/ui/button-class.ts";
import { Input } from "#app/ui/form/input";
import { Select } from "#app/ui/form/select";
import { LEVEL_LABELS } from "#app/ui/labels.ts";
import type { Query } from "#app/ui/list/build-href.ts";
import type { PriceRuleChoices } from "#lib/catalogue/price/list-price-rules";

interface Props {
  choices: PriceRuleChoices;
  query: Query;
  errors?: Readonly<Record<string, string>>;
}

/** The form of a price rule, which leads to its preview. It works without script. */
export function PriceRuleFields({ choices, query, errors = {} }: Props) {
  const getValue = (name: string) => [query[name]].flat()[0] ?? "";
  return (
    <form key={JSON.stringify(query)} action="/admin/catalogue/rules/preview" className="grid gap-4">
      <div className="grid gap-4 sm:grid-cols-2">
        <Select
          label="Network and type"
          name="place"
          empty="All plans"
          defaultValue={getValue("place")}
          options={buildScopeOptions(choices)}
          error={errors.networkId ?? errors.typeId}
        />
        <Input
          label="Plan number"
          name="planId"
          inputMode="numeric"
          optional
          placeholder="12"
          defaultValue={getValue("planId")}
          error={errors.planId}
        />
        <Select
          label="Level"
          name="level"
          empty="All levels"
          defaultValue={getValue("level")}
          options={LEVEL_LABELS}
        />
      </div>
      <div className="grid grid-cols-2 gap-4">
        <Select
          label="Markup"
          name="kind"
          defaultValue={getValue("kind") || "percent"}
          options={{ percent: "Percent", flat: "Amount" }}
        />
        <Input
          label="Value"
          name="value"
          inputMode="decimal"
          required
          placeholder="5"
          defaultValue={getValue("value")}
          error={errors.value}
        />
      </div>
      <div>
        <button type="submit" className={buttonClass({})}>
          Preview changes
        </button>
      </div>
    </form>
  );
}

/** Networks, each followed by its types: "1", "1 4". */
function buildScopeOptions({ networks, types }: PriceRuleChoices) {
  return networks.flatMap(({ id, name }) => [
    { value: String(id), label: name },
    ...types
      .filter(({ networkId }) => networkId === id)
      .map((type) => ({ value: `${id} ${type.id}`, label: `${name} ${type.name}` })),
  ]);
}
