import { env } from "#lib/core/env";

/** Where a provider sends its webhooks: for the operator's account, or for the one that has this address. */
export const buildWebhookUrl = (provider: string, address?: string): string =>
  new URL(["/api/payments", provider, "webhook", address].filter(Boolean).join("/"), env().NEXTAUTH_URL).href;
