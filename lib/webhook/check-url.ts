import { env } from "#lib/core/env";
import { PortalError } from "#lib/core/error";
import { checkLiteral, PrivateAddress, publicLookup } from "./public-address.ts";

/** A URL that messages may be sent to, as it is kept. @throws invalid at `url` */
export async function checkUrl(text: string): Promise<string> {
  const url = readUrl(text.trim());
  try {
    checkLiteral(url.hostname);
    await resolves(url.hostname);
  } catch (cause) {
    throw wrong(
      cause instanceof PrivateAddress
        ? "This address is inside a private network, where messages cannot go."
        : "This name leads nowhere. Check the address.",
      cause,
    );
  }
  return url.href;
}

/** What can be told from the text alone. */
export function readUrl(text: string): URL {
  if (!URL.canParse(text))
    throw wrong("This is no address. A right one looks like https://shop.example/hook.");
  const url = new URL(text);
  const open = env().WEBHOOK_ALLOW_PRIVATE;
  if (url.protocol !== "https:" && !(open && url.protocol === "http:"))
    throw wrong("The address must begin with https://.");
  if (url.username || url.password) throw wrong("Leave the name and password out of the address.");
  const port = Number(url.port || 443);
  if (port !== 443 && port !== 80 && port <= 1024) throw wrong("Use port 443, 80, or one above 1024.");
  if (url.href.length > 1000) throw wrong("This address is too long.");
  url.hash = "";
  return url;
}

function resolves(hostname: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const bare = hostname.replace(/^\[|\]$/g, "");
    publicLookup(bare, { all: true }, (error) => (error ? reject(error) : resolve()));
  });
}

function wrong(words: string, cause?: unknown): PortalError {
  return new PortalError("invalid", words, { fields: { url: [words] }, cause });
}
