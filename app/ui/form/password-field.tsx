"use client";

import { Eye, EyeOff } from "lucide-react";
import { type ComponentProps, useState } from "react";
import { cx } from "#app/ui/cx.ts";
import { Checkbox } from "./checkbox.tsx";
import { controlClass } from "./control-class.ts";
import { Field, type FieldProps } from "./field.tsx";
import { useField } from "./form.tsx";
import { CodeField, Input } from "./input.tsx";
import { useControl } from "./use-control.ts";

type Props = FieldProps & Omit<ComponentProps<"input">, keyof FieldProps | "type">;

/** A password that can be looked at. Say `autoComplete`: "current-password" or "new-password". */
export function PasswordField(props: Props) {
  const [shown, setShown] = useState(false);
  const { field, control } = useControl(props);
  const Icon = shown ? EyeOff : Eye;
  return (
    <Field {...field}>
      <div className="relative">
        <input
          spellCheck={false}
          autoCapitalize="none"
          {...control}
          type={shown ? "text" : "password"}
          className={cx(controlClass, "pr-12")}
        />
        <button
          type="button"
          aria-label={shown ? "Hide password" : "Show password"}
          onClick={() => setShown(!shown)}
          className="target absolute inset-y-0 right-0 grid place-items-center rounded-md text-muted hover:text-ink"
        >
          <Icon aria-hidden className="size-5" />
        </button>
      </div>
    </Field>
  );
}

/** In a form whose action `confirms`: asks for the password, and for a code, once the service function requires them. */
export function ConfirmPassword() {
  const [password, code] = [useField("confirmPassword"), useField("confirmCode")];
  return (
    <>
      {password.error && (
        <PasswordField
          label="Your password"
          name="confirmPassword"
          autoComplete="current-password"
          required
        />
      )}
      {code.error && <CodeField label="Code" name="confirmCode" />}
    </>
  );
}

interface PinFieldProps {
  id?: string;
  /** The error, if the form doesn’t have it. */
  error?: string | undefined;
}

export function PinField({ id, error }: PinFieldProps) {
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
