import { Mail, MessageCircle, Phone } from "lucide-react";
import type { ReactNode } from "react";
import type { OperatorContact } from "#lib/account/contact";
import { cx } from "./cx.ts";
import { type IconProps, plainIcon } from "./plain-icon.tsx";

const [Chat, Call, Letter] = [plainIcon(MessageCircle), plainIcon(Phone), plainIcon(Mail)];

interface Props {
  contact: OperatorContact;
  /** What comes before "ask": "Is your account closed? ". */
  before?: string;
  /** What for: "to open it again". */
  children: ReactNode;
  /** What a message begins with. */
  message?: string;
  className?: string;
}

/** Whom to ask, and how: the one way in which pages send their reader to the people behind the portal. */
export function Ask({ contact, before = "", children, message, className }: Props) {
  const ways = waysOf(contact, message);
  const who = ways.length > 0 ? contact.name || "us" : "your supplier";
  return (
    <div className={className}>
      <p>
        {before}
        {before && !/[.?] $/.test(before) ? "ask" : "Ask"} {who} {children}.
      </p>
      {ways.length > 0 && (
        <ul className={LINES}>
          {ways.map(({ href, text, icon: Icon, label }) => (
            <li key={href}>
              <a href={href} aria-label={label} className={LINK} {...(href.startsWith("http") && AWAY)}>
                <Icon aria-hidden className="size-4 shrink-0" />
                {text}
              </a>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

const LINES = "flex flex-wrap gap-x-5 print:hidden [.text-center_&]:justify-center";
const LINK = cx(
  "inline-flex min-h-11 items-center gap-1.5 font-semibold text-accent underline underline-offset-4",
);
const AWAY = { target: "_blank", rel: "noopener" };

interface Way {
  href: string;
  text: string;
  icon: (props: IconProps) => ReactNode;
  label: string;
}

function waysOf({ phone, whatsapp, email }: OperatorContact, message: string | undefined): Way[] {
  const query = (name: string) => (message ? `?${name}=${encodeURIComponent(message)}` : "");
  const ways: Way[] = [];
  if (whatsapp) {
    const href = `https://wa.me/${whatsapp.e164.replace("+", "")}${query("text")}`;
    ways.push({ href, text: "WhatsApp", icon: Chat, label: `WhatsApp to ${whatsapp.text}` });
  }
  if (phone)
    ways.push({ href: `tel:${phone.e164}`, text: phone.text, icon: Call, label: `Call ${phone.text}` });
  if (email)
    ways.push({
      href: `mailto:${email}${query("body")}`,
      text: email,
      icon: Letter,
      label: `Write to ${email}`,
    });
  return ways;
}
