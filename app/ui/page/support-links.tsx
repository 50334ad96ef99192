import type { ReactNode } from "react";
import { cx } from "#app/ui/cx.ts";
import type { IconProps } from "#app/ui/icon/define-icon";
import { Mail, MessageCircle, Phone } from "#app/ui/icon/icons.ts";
import type { OperatorContact } from "#lib/account/operator-contact";

interface Props {
  contact: OperatorContact;
  /** The text before "contact", for example "Is your account closed? ". */
  before?: string;
  /** The purpose, for example "to open it again". */
  children: ReactNode;
  message?: string;
  className?: string;
  /** Shown where no channel is set. */
  otherwise?: ReactNode;
}

/** Names the operator's contact with its channels. */
export function SupportLinks({ contact, before = "", children, message, className, otherwise }: Props) {
  const links = listSupportLinks(contact, message);
  if (links.length === 0) return otherwise;
  return (
    <div className={className}>
      <p>
        {before}
        {before && !/[.?] $/.test(before) ? "contact" : "Contact"} {contact.name || "us"} {children}.
      </p>
      <ul className={LIST_CLASS}>
        {links.map(({ href, text, icon: Icon, label }) => (
          <li key={href}>
            <a
              href={href}
              aria-label={label}
              className={LINK_CLASS}
              {...(href.startsWith("http") && NEW_TAB_PROPS)}
            >
              <Icon aria-hidden className="size-4 shrink-0" />
              {text}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}

const LIST_CLASS = "flex flex-wrap gap-x-5 print:hidden [.text-center_&]:justify-center";
const LINK_CLASS = cx(
  "inline-flex min-h-11 items-center gap-1.5 font-semibold text-accent underline underline-offset-4",
);
const NEW_TAB_PROPS = { target: "_blank", rel: "noopener" };

interface SupportLink {
  href: string;
  text: string;
  icon: (props: IconProps) => ReactNode;
  label: string;
}

function listSupportLinks(
  { phone, whatsapp, email }: OperatorContact,
  message: string | undefined,
): SupportLink[] {
  const query = (name: string) => (message ? `?${name}=${encodeURIComponent(message)}` : "");
  const links: SupportLink[] = [];
  if (whatsapp) {
    const href = `https://wa.me/${whatsapp.e164.replace("+", "")}${query("text")}`;
    links.push({ href, text: "WhatsApp", icon: MessageCircle, label: `WhatsApp to ${whatsapp.text}` });
  }
  if (phone)
    links.push({ href: `tel:${phone.e164}`, text: phone.text, icon: Phone, label: `Call ${phone.text}` });
  if (email)
    links.push({
      href: `mailto:${email}${query("body")}`,
      text: email,
      icon: Mail,
      label: `Write to ${email}`,
    });
  return links;
}
