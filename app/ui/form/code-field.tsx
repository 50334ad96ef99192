import type { ComponentProps } from "react";
import { Input } from "./input.tsx";

/** A code of six digits, as an app shows it; browsers that know it offer it. */
export function CodeField(props: Omit<ComponentProps<typeof Input>, "type">) {
  return (
    <Input
      inputMode="numeric"
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={20}
      required
      className="font-mono tracking-widest"
      {...props}
    />
  );
}
