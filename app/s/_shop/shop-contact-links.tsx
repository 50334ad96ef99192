import { MessageCircle, Phone } from "lucide-react";
import { buttonClass } from "#app/ui/button-class.ts";
import { cx } from "#app/ui/cx.ts";
import { plainIcon } from "#app/ui/plain-icon";
import type { PublicShopView } from "#lib/shop/shop-view";

const [CallIcon, ChatIcon] = [plainIcon(Phone), plainIcon(MessageCircle)];

interface Props {
  shop: Pick<PublicShopView, "phone" | "whatsapp">;
  /** The start of a message to the shop. */
  message?: string;
  wide?: boolean;
}

/** Links to call or message the shop, for the numbers that it set. */
export function ShopContactLinks({ shop: { phone, whatsapp }, message, wide }: Props) {
  if (!phone && !whatsapp) return null;
  const look = cx(buttonClass({ variant: "secondary" }), wide && "flex-1");
  return (
    <div className="flex flex-wrap gap-2 print:hidden">
      {phone && (
        <a href={`tel:${phone.e164}`} className={look} aria-label={`Call ${phone.text}`}>
          <CallIcon aria-hidden />
          Call
        </a>
      )}
      {whatsapp && (
        <a href={buildChatHref(whatsapp.e164, message)} target="_blank" rel="noopener" className={look}>
          <ChatIcon aria-hidden />
          WhatsApp
        </a>
      )}
    </div>
  );
}

function buildChatHref(e164: string, message: string | undefined): string {
  const query = message ? `?${new URLSearchParams({ text: message })}` : "";
  return `https://wa.me/${e164.replace("+", "")}${query}`;
}
