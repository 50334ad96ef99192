import { Checkbox } from "./checkbox.tsx";
import { Input } from "./input.tsx";

interface Props {
  id?: string;
  /** The error, if the form doesn’t have it. */
  error?: string | undefined;
}

/** Asks for the transaction PIN. */
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
      <Checkbox name="keepPin" value="yes" label="Don’t ask again for 5 minutes" />
    </div>
  );
}
