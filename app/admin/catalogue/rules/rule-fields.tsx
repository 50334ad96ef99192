import type { RuleChoices } from "#lib/catalogue/rules";
import type { Query } from "../../../ui/address.ts";
import { buttonClass } from "../../../ui/button-class.ts";
import { Input } from "../../../ui/input.tsx";
import { Select } from "../../../ui/select.tsx";
import { LEVEL_OPTIONS } from "../../../ui/words.ts";

interface Props {
  choices: RuleChoices;
  /** What is filled in already. */
  query: Query;
  /** What is wrong with a field. */
  wrong?: Readonly<Record<string, string>>;
}

/** A rule to be looked at before it is saved: a form that leads to its preview, without script too. */
export function RuleFields({ choices, query, wrong = {} }: Props) {
  const given = (name: string) => [query[name]].flat()[0] ?? "";
  return (
    <form key={JSON.stringify(query)} action="/admin/catalogue/rules/preview" className="grid gap-4">
      <div className="grid gap-4 sm:grid-cols-2">
        <Select
          label="Network and type"
          name="place"
          empty="Every plan"
          defaultValue={given("place")}
          options={places(choices)}
          error={wrong.networkId ?? wrong.typeId}
        />
        <Input
          label="Or one plan"
          name="planId"
          inputMode="numeric"
          optional
          placeholder="Its number"
          defaultValue={given("planId")}
          error={wrong.planId}
        />
        <Select
          label="Level"
          name="level"
          empty="Every level"
          defaultValue={given("level")}
          options={LEVEL_OPTIONS}
        />
      </div>
      <div className="grid grid-cols-2 gap-4">
        <Select
          label="Add to the cost"
          name="kind"
          defaultValue={given("kind") || "percent"}
          options={[
            { value: "percent", label: "Per cent" },
            { value: "flat", label: "An amount" },
          ]}
        />
        <Input
          label="How much"
          name="value"
          inputMode="decimal"
          required
          placeholder="5"
          defaultValue={given("value")}
          error={wrong.value}
        />
      </div>
      <div>
        <button type="submit" className={buttonClass({})}>
          See what changes
        </button>
      </div>
    </form>
  );
}

/** Networks, each followed by its types: "1", "1 4". */
function places({ networks, types }: RuleChoices) {
  return networks.flatMap(({ id, name }) => [
    { value: String(id), label: name },
    ...types
      .filter(({ networkId }) => networkId === id)
      .map((type) => ({ value: `${id} ${type.id}`, label: `${name} ${type.name}` })),
  ]);
}
