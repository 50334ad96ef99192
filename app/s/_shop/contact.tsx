import { MessageCircle, Phone } from "lucide-react";
import type { ShopFace } from "#lib/shop/shop-view";
import { buttonClass } from "../../ui/button-class.ts";
import { cx } from "../../ui/cx.ts";
import { plainIcon } from "../../ui/plain-icon.tsx";

const [Call, Chat] = [plainIcon(Phone), plainIcon(MessageCircle)];

interface Props {
  shop: Pick<ShopFace, "phone" | "whatsapp">;
  /** What a message to the shop begins with. */
  message?: string;
  wide?: boolean;
}

/** How to reach the shop: a call, a message. Nothing where it gave no number. */
export function Contact({ shop: { phone, whatsapp }, message, wide }: Props) {
  if (!phone && !whatsapp) return null;
  const look = cx(buttonClass({ variant: "secondary" }), wide && "flex-1");
  return (
    <div className="flex flex-wrap gap-2 print:hidden">
      {phone && (
        <a href={`tel:${phone.e164}`} className={look} aria-label={`Call ${phone.text}`}>
          <Call aria-hidden />
          Call
        </a>
      )}
      {whatsapp && (
        <a href={chat(whatsapp.e164, message)} target="_blank" rel="noopener" className={look}>
          <Chat aria-hidden />
          WhatsApp
        </a>
      )}
    </div>
  );
}

function chat(e164: string, message: string | undefined): string {
  const query = message ? `?${new URLSearchParams({ text: message })}` : "";
  return `https://wa.me/${e164.replace("+", "")}${query}`;
}
