import type { PasswordLinkView } from "#lib/account/password/password-link";
import { env } from "#lib/core/env";
import { formatTime } from "#lib/core/time/time";
import type { CreatedLink } from "./created-link.tsx";

export function toCreatedLink({ secret, expiresAt }: PasswordLinkView): CreatedLink {
  return { address: new URL(`/welcome/${secret}`, env().NEXTAUTH_URL).href, until: formatTime(expiresAt) };
}
