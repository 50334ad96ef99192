import { Checkbox } from "./checkbox.tsx";
import { Input } from "./input.tsx";

interface Props {
  id?: string;
  /** What is wrong with it, where the form around does not know. */
  error?: string | undefined;
}

/** The PIN that a reseller wants to be asked for before money is spent. */
export function PinField({ id, error }: Props) {
  return (
    <div className="grid gap-1">
      <Input
        label="Your PIN"
        name="pin"
        {...(id && { id })}
        type="password"
        inputMode="numeric"
        autoComplete="off"
        maxLength={6}
        error={error}
        className="max-w-40 tracking-widest"
      />
      <Checkbox name="keepPin" value="yes" label="Do not ask here for 5 minutes" />
    </div>
  );
}
