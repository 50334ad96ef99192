import { buttonClass } from "#app/ui/button-class.ts";
import { Card } from "#app/ui/card";
import { CopyButton } from "#app/ui/copy-button";

interface Props {
  title: string;
  address: string;
  /** The message, with the address. */
  text: string;
}

export function ShareLinkCard({ title, address, text }: Props) {
  return (
    <Card title={title}>
      <p className="flex items-center gap-1 rounded-md bg-sunken py-1 pr-1 pl-4">
        <span className="min-w-0 flex-1 break-all font-medium">{address.replace(/^https?:\/\//, "")}</span>
        <CopyButton text={address} what="link" />
      </p>
      <div className="mt-4 flex flex-wrap gap-2 max-sm:*:w-full">
        <a
          href={`https://wa.me/?${new URLSearchParams({ text })}`}
          target="_blank"
          rel="noopener"
          className={buttonClass({})}
        >
          Share on WhatsApp
        </a>
        <a href={`sms:?&body=${encodeURIComponent(text)}`} className={buttonClass({ variant: "secondary" })}>
          Send by SMS
        </a>
      </div>
    </Card>
  );
}
