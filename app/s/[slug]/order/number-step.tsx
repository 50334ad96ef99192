import { ShopSubmitButton } from "#app/s/_shop/shop-buttons";
import { ShopInput } from "#app/s/_shop/shop-input";
import { FormMessage } from "#app/ui/form/form-message";
import { getExamplePhone } from "#lib/core/text/phone";
import type { OfferView } from "#lib/shop/list-offers";
import type { OrderFormStep } from "./handle-order-form.ts";

interface Props {
  offer: OfferView;
  step: Extract<OrderFormStep, { step: "number" }>;
}

/** Asks for the phone number, and optionally the customer's name and email. */
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
      <FormMessage error={trap ? (first ? undefined : wrong && getErrorText(wrong)) : CHECK_NUMBER_TEXT} />
      <ShopInput
        {...field("mobile_number")}
        label={`Which ${offer.networkName} number gets the data?`}
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        placeholder={getExamplePhone()}
        required
        maxLength={40}
        className="min-h-14 text-lg"
      />
      <details open={more}>
        <summary className="inline-flex min-h-11 items-center text-muted text-sm underline underline-offset-4">
          Add your name or email (optional)
        </summary>
        <div className="flex flex-col gap-4 pt-2">
          <ShopInput
            {...field("name")}
            label="Your name"
            autoComplete="name"
            maxLength={60}
            hint="So the shop can match your payment."
          />
          <ShopInput
            {...field("email")}
            label="Your email"
            type="email"
            autoComplete="email"
            maxLength={254}
            hint="So the shop can contact you."
          />
        </div>
      </details>
      {trap && (
        <div hidden>
          <input name="leave_empty" aria-label="Leave this empty" tabIndex={-1} autoComplete="off" />
        </div>
      )}
      <ShopSubmitButton name="step" value="number" size="lg" wide>
        Continue
      </ShopSubmitButton>
      <p className="text-center text-muted text-sm">You can check everything before you order.</p>
    </>
  );
}

const CHECK_NUMBER_TEXT = "Nothing was ordered yet. Check the number, then continue.";

/** Gets the error of a hidden field, or of the form. */
function getErrorText({ message, fields }: NonNullable<Props["step"]["wrong"]>): string {
  return Object.values(fields).flat()[0] ?? message;
}
