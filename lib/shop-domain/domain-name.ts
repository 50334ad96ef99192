import { domainToASCII } from "node:url";
import { z } from "zod";
import { env } from "#lib/core/env";

/** Leaves room for the name of the TXT record before it. */
const MAX_LENGTH = 240;
const NAME = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?:[a-z]{2,63}|xn--[a-z0-9-]{1,59})$/;
/** Names that no public DNS has. */
const PRIVATE_NAME =
  /(^|\.)(localhost|local|localdomain|internal|lan|home|corp|intranet|onion|alt|arpa|invalid|test|example)$/;

/** A domain as it was entered, also as an address with a scheme; in ASCII. */
export const DomainName = z
  .string("Enter a domain.")
  .max(300, "Enter a shorter domain.")
  .transform((text, check): string => {
    const bare = text
      .trim()
      .toLowerCase()
      .replace(/^https?:\/\//, "")
      .replace(/\.?\/?$/, "");
    // It reads parts of URLs: characters of such parts are rejected before.
    const name = /[\s/?#@:%\\[\]<>^|]/.test(bare) ? "" : domainToASCII(bare);
    if (NAME.test(name) && name.length <= MAX_LENGTH && !PRIVATE_NAME.test(name) && !isPortalName(name))
      return name;
    check.addIssue(
      isPortalName(name)
        ? `This is ${env().PORTAL_NAME}’s own domain. Enter a domain that you registered.`
        : "Enter a domain that you registered, such as shop.example.com.",
    );
    return z.NEVER;
  });

/** The host name of the portal, to which domains of shops point. */
export const getPortalHost = (): string => new URL(env().NEXTAUTH_URL).hostname;

const isPortalName = (name: string) => name === getPortalHost() || name.endsWith(`.${getPortalHost()}`);
