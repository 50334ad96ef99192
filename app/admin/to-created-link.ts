import type { PasswordLinkView, PendingPasswordLink } from "#lib/account/password/password-link";
import { env } from "#lib/core/env";
import { formatTime } from "#lib/core/time/time";
import type { CreatedLink } from "./created-link.tsx";

export function toCreatedLink(link: PasswordLinkView | PendingPasswordLink): CreatedLink {
  const address = new URL(`/welcome/${link.secret}`, env().NEXTAUTH_URL).href;
  return { address, until: "expiresAt" in link ? formatTime(link.expiresAt) : "" };
}
