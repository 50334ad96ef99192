import { CopyNumberButton } from "#app/ui/copy-button";
import { Input } from "#app/ui/form/input";
import { getExamplePhone } from "#lib/core/text/phone";

/** The number under the name of its owner. */
export function PhoneWithCopy({ phone }: { phone: string }) {
  return (
    <span className="inline-flex items-center gap-1">
      <span>{phone}</span>
      <CopyNumberButton phone={phone} />
    </span>
  );
}

interface Props {
  phone: string | undefined;
  required?: boolean;
}

/** A customer's number, not the reseller's own, so that the browser doesn't offer that. */
export function CustomerPhoneInput({ phone, required = false }: Props) {
  return (
    <Input
      label="Phone number"
      name="phone"
      type="tel"
      inputMode="tel"
      autoComplete="off"
      maxLength={40}
      required={required}
      hint={`For example ${getExamplePhone()}.`}
      defaultValue={phone}
    />
  );
}
