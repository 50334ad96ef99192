import type { CSSProperties, ReactNode } from "react";
import { buttonClass } from "#app/ui/button-class.ts";
import { cx } from "#app/ui/cx.ts";
import { MessageCircle, Phone } from "#app/ui/icon/icons.ts";
import type { PublicShopView } from "#lib/shop/shop-view";

export function ShopHead({
  shop,
  level = 1,
}: {
  shop: Omit<PublicShopView, "slug" | "host" | "hue" | "isReportable">;
  level?: 1 | 2;
}) {
  const Name = level === 1 ? "h1" : "h2";
  return (
    <header className="flex items-center gap-4">
      <ShopLogo name={shop.name} src={shop.logo} size="lg" />
      <div className="min-w-0 flex-1 gap-4 md:flex md:items-center md:justify-between">
        <div className="min-w-0">
          <Name className="break-words font-semibold text-xl">{shop.name}</Name>
          <p className="text-muted max-md:hidden">Mobile data for any number, no account needed</p>
        </div>
        <ShopContactLinks shop={shop} size="sm" />
      </div>
    </header>
  );
}

export function ShopNote({ note }: { note: string }) {
  if (!note) return null;
  return <p className="whitespace-pre-line rounded-md bg-accent-soft px-4 py-3">{note}</p>;
}

export function AccentStyle({
  hue,
  children,
  className,
}: {
  hue: number;
  children: ReactNode;
  className?: string;
}) {
  return (
    <div className={`shop ${className ?? ""}`} style={{ "--shop-hue": hue } as CSSProperties}>
      {children}
    </div>
  );
}

const SIZE_CLASS = { md: "size-10 rounded-md text-lg", lg: "size-16 rounded-lg text-2xl" } as const;

/** The shop's logo, or its initial on its colour. Decoration beside its name. */
export function ShopLogo({
  name,
  src,
  size = "md",
}: {
  name: string;
  src: string | null;
  size?: keyof typeof SIZE_CLASS;
}) {
  const look = cx("grid shrink-0 place-items-center overflow-hidden", SIZE_CLASS[size]);
  if (src)
    return (
      <svg aria-hidden="true" viewBox="0 0 64 64" className={cx(look, "border border-line")}>
        <image href={src} width="64" height="64" preserveAspectRatio="xMidYMid slice" />
      </svg>
    );
  return (
    <span aria-hidden className={cx(look, "bg-action font-semibold text-on-action")}>
      {[...name.trim()][0]?.toUpperCase()}
    </span>
  );
}

interface Props {
  shop: Pick<PublicShopView, "phone" | "whatsapp">;
  message?: string;
  wide?: boolean;
  /** `sm` is small on a phone, below the shop's name. */
  size?: "sm";
}

export function ShopContactLinks({ shop: { phone, whatsapp }, message, wide, size }: Props) {
  if (!phone && !whatsapp) return null;
  const look = cx(
    buttonClass({ variant: "secondary" }),
    wide && "flex-1",
    size && "max-md:px-3! max-md:text-sm!",
  );
  return (
    <div className={cx("flex flex-wrap gap-2 md:shrink-0 print:hidden", size && "max-md:mt-2")}>
      {phone && (
        <a href={`tel:${phone.e164}`} className={look} aria-label={`Call ${phone.text}`}>
          <Phone aria-hidden />
          Call
        </a>
      )}
      {whatsapp && (
        <a href={buildChatHref(whatsapp.e164, message)} target="_blank" rel="noopener" className={look}>
          <MessageCircle aria-hidden />
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
