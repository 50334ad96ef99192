import { examplePhone } from "#lib/core/phone";
import type { OfferView } from "#lib/shop/offers";
import { FormMessage } from "../../../ui/form-message.tsx";
import { SubmitButton } from "../../_shop/acts.tsx";
import { Input } from "../../_shop/input.tsx";
import type { Step } from "./take-order.ts";

interface Props {
  offer: OfferView;
  step: Extract<Step, { step: "number" }>;
}

/** Which number gets the data, and who asks, if they want to say. */
export function NumberStep({ offer, step: { typed, trap, wrong } }: Props) {
  const error = (name: string) => wrong?.fields[name]?.join(" ");
  const shown = ["mobile_number", "name", "email"];
  const first = shown.find(error);
  const field = (name: keyof typeof typed) => ({
    ...{ name, error: error(name), autoFocus: name === first, defaultValue: typed[name] },
  });
  const more = Boolean(typed.name || typed.email || error("name") || error("email"));
  return (
    <>
      <FormMessage error={trap ? (first ? undefined : wrong && messageOf(wrong)) : LOOK_AGAIN} />
      <Input
        {...field("mobile_number")}
        label={`Which ${offer.networkName} number gets the data?`}
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        placeholder={examplePhone()}
        required
        maxLength={40}
        className="min-h-14 text-lg"
      />
      <details open={more}>
        <summary className="inline-flex min-h-11 items-center text-muted text-sm underline underline-offset-4">
          Add your name or e-mail (optional)
        </summary>
        <div className="flex flex-col gap-4 pt-2">
          <Input
            {...field("name")}
            label="Your name"
            autoComplete="name"
            maxLength={60}
            hint="So that the shop knows whose payment it is."
          />
          <Input
            {...field("email")}
            label="Your e-mail"
            type="email"
            autoComplete="email"
            maxLength={254}
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

const LOOK_AGAIN = "Nothing was ordered yet. Look at the number once more, then continue.";

/** What is wrong with fields that nobody sees, or with the whole. */
function messageOf({ message, fields }: NonNullable<Props["step"]["wrong"]>): string {
  return Object.values(fields).flat()[0] ?? message;
}
