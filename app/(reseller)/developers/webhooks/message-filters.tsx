import { Search } from "lucide-react";
import { address } from "../../../ui/address.ts";
import { type ActiveFilter, FilterBar } from "../../../ui/filter-bar.tsx";
import { Input } from "../../../ui/input.tsx";
import { Select } from "../../../ui/select.tsx";
import { STATES, TYPES } from "./message-words.ts";

/** The filters that are on, as they stand in the address. */
export interface MessageQuery {
  q?: string | undefined;
  state?: keyof typeof STATES | undefined;
  type?: string | undefined;
}

const SEARCH = "Purchase or message";

/** The filters of the messages. */
export function MessageFilters({ action, on }: { action: string; on: MessageQuery }) {
  return (
    <FilterBar
      action={action}
      active={chips(action, on)}
      search={
        <Input
          key={on.q}
          type="search"
          label={SEARCH}
          labelHidden
          name="q"
          placeholder={SEARCH}
          className="text-ellipsis"
          defaultValue={on.q}
          start={<Search aria-hidden />}
        />
      }
    >
      <Select
        key={`state ${on.state}`}
        label="State"
        name="state"
        empty="All"
        defaultValue={on.state ?? ""}
        options={Object.entries(STATES).map(([value, { word }]) => ({ value, label: word }))}
      />
      <Select
        key={`type ${on.type}`}
        label="About"
        name="type"
        empty="All"
        defaultValue={on.type ?? ""}
        options={Object.entries(TYPES).map(([value, label]) => ({ value, label }))}
      />
    </FilterBar>
  );
}

function chips(action: string, on: MessageQuery): ActiveFilter[] {
  const words = {
    q: on.q && `“${on.q}”`,
    state: on.state && STATES[on.state].word,
    type: TYPES[on.type ?? ""],
  };
  return Object.entries(words).flatMap(([name, label]) =>
    label ? [{ label, without: address(action, { ...on }, { [name]: null }) }] : [],
  );
}
