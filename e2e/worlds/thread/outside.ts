import { bankCalls } from "../outside/bank.ts";
import { phoneCalls } from "../outside/phones.ts";
import { supplierCalls } from "../outside/suppliers.ts";
import { collectWebhooks, webhookCalls } from "../outside/webhooks.ts";

collectWebhooks();

export const calls = { ...supplierCalls, ...phoneCalls, ...bankCalls, ...webhookCalls };
export { accept } from "../outside/servers.ts";
