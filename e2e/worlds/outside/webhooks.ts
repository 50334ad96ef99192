/** A webhook on its way to the portal. */
export interface SentWebhook {
  id: number;
  url: string;
  body: string;
  headers: Record<string, string>;
}

let last = 0;
let sent: SentWebhook[] = [];
const awaiting = new Map<number, (status: number | null) => void>();

/** Has all that services outside send to the portal go through the world's postman. */
export function collectWebhooks(): void {
  globalThis.fetch = async (url, { body, headers } = {}) => {
    last += 1;
    const id = last;
    sent.push({ id, url: String(url), body: String(body), headers: headers as Record<string, string> });
    const status = await new Promise<number | null>((resolve) => awaiting.set(id, resolve));
    if (status === null) throw new TypeError("fetch failed");
    return new Response(null, { status });
  };
}

export const webhookCalls = {
  takeWebhooks(): SentWebhook[] {
    const webhooks = sent;
    sent = [];
    return webhooks;
  },
  /** Ends one with the portal's status, or null where none came. */
  endWebhook({ id, status }: { id: number; status: number | null }): void {
    awaiting.get(id)?.(status);
    awaiting.delete(id);
  },
};
