import { Input } from "#app/ui/form/input";
import { Search } from "#app/ui/icon/icons.ts";

interface Props {
  /** Names the searched fields, for screen readers. */
  label: string;
  name: string;
  /** An example; the label when there is none. */
  placeholder?: string;
  defaultValue: string | undefined;
}

export function SearchInput({ label, name, placeholder = label, defaultValue }: Props) {
  return (
    <Input
      type="search"
      label={label}
      labelHidden
      name={name}
      placeholder={placeholder}
      className="text-ellipsis"
      defaultValue={defaultValue}
      start={<Search />}
    />
  );
}
