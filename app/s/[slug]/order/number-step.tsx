import { useField } from "../../../ui/form.tsx";
import { Input } from "../../../ui/input.tsx";
import { SubmitButton } from "../../../ui/submit-button.tsx";
import type { Typed } from "./step.ts";

interface Props {
  networkName: string;
  example: string;
  /** What was typed before, where somebody came back from the review. */
  kept: Typed | undefined;
  /** Sets out a field that only programs fill; left out once it caught somebody, who then goes through. */
  trap: boolean;
}

/** Which number gets the data, and who asks, if they want to say. */
export function NumberStep({ networkName, example, kept, trap }: Props) {
  const [name, email] = [useField("name"), useField("email")];
  const more = Boolean(kept?.name || kept?.email || name.typed || email.typed || name.error || email.error);
  return (
    <>
      <Input
        label={`Which ${networkName} number gets the data?`}
        name="mobile_number"
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        placeholder={example}
        required
        maxLength={40}
        defaultValue={kept?.mobile_number}
        className="min-h-14 text-lg"
      />
      <details open={more}>
        <summary className="inline-flex min-h-11 items-center text-muted text-sm underline underline-offset-4">
          Add your name or e-mail (optional)
        </summary>
        <div className="flex flex-col gap-4 pt-2">
          <Input
            label="Your name"
            name="name"
            autoComplete="name"
            maxLength={60}
            defaultValue={kept?.name}
            hint="So that the shop knows whose payment it is."
          />
          <Input
            label="Your e-mail"
            name="email"
            type="email"
            autoComplete="email"
            maxLength={254}
            defaultValue={kept?.email}
            hint="So that the shop can write to you."
          />
        </div>
      </details>
      {trap && (
        <div hidden>
          <input name="leave_empty" aria-label="Leave this empty" tabIndex={-1} autoComplete="off" />
        </div>
      )}
      <SubmitButton name="step" value="number" size="lg" wide>
        Continue
      </SubmitButton>
      <p className="text-center text-muted text-sm">You see everything once more before you order.</p>
    </>
  );
}
