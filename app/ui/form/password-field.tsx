"use client";

import { type ComponentProps, useState } from "react";
import { cx } from "#app/ui/cx.ts";
import { Eye, EyeOff } from "#app/ui/icon/icons.ts";
import { CODE_REQUEST, PASSWORD_REQUEST } from "#lib/audit/confirmation-texts";
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

/**
 * A step of a form that asks for the password, and for a code, once the service function requires them. Only
 * a wrong entry is an error.
 */
export function ConfirmPassword() {
  const [password, code] = [useField("confirmPassword").error, useField("confirmCode").error];
  if (!password && !code) return null;
  return (
    <div className="grid gap-3 rounded-md border border-line bg-sunken p-4">
      <p className="font-medium">{password ? PASSWORD_REQUEST : CODE_REQUEST}</p>
      {password && (
        <PasswordField
          label="Your password"
          name="confirmPassword"
          autoComplete="current-password"
          required
          hint="Nothing is saved yet, and your entries are kept. You won’t be asked again for 10 minutes."
          {...(password === PASSWORD_REQUEST && STEP)}
        />
      )}
      {code && <CodeField label="Code" name="confirmCode" required {...(code === CODE_REQUEST && STEP)} />}
    </div>
  );
}

/** A field that asks for the first time: it has no error, but takes the focus. */
const STEP = { error: "", "data-step": "" };

export function PinField({ id, error }: { id?: string; error?: string | undefined }) {
  return (
    <div className="grid gap-1">
      <PinInput label="Your PIN" {...(id && { id })} error={error} />
      <Checkbox name="keepPin" value="yes" label="Don’t ask again for 5 minutes" />
    </div>
  );
}

/**
 * A transaction PIN. To a browser it isn't a password: of its type it would be filled with the saved one of
 * the account, which costs a try, or offered to be saved in its place.
 */
export function PinInput(
  props: Pick<ComponentProps<typeof Input>, "label" | "id" | "error" | "hint" | "required">,
) {
  return (
    <Input
      {...props}
      name="pin"
      inputMode="numeric"
      autoComplete="one-time-code"
      autoCorrect="off"
      spellCheck={false}
      maxLength={6}
      className="masked max-w-40 tracking-widest"
    />
  );
}
