import { Search } from "lucide-react";
import { Input } from "./input.tsx";
import { PlainIcon } from "./plain-icon.tsx";

interface Props {
  /** What it finds by, for whoever cannot see the box. */
  label: string;
  name: string;
  /** An example; the label when there is none. */
  placeholder?: string;
  defaultValue: string | undefined;
}

/** The box of a list that finds by words. */
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
      start={<PlainIcon icon={Search} />}
    />
  );
}
