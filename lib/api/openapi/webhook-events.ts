import { z } from "zod";
import { ApiAnnouncement, ListedTransaction } from "#lib/api/schemas";

/** An event of webhooks: its meaning and body. */
export interface WebhookEventText {
  type: string;
  says: string;
  schema: z.ZodType;
}

function defineWebhookEvent(type: string, says: string, data: z.ZodType): WebhookEventText {
  const timestamp = z.iso
    .datetime()
    .meta({ description: "Time of the event, in UTC", examples: ["2026-11-22T13:05:00.000Z"] });
  const test = z.literal(true).optional().meta({
    description: "Of test mode, or sent manually: ignore it in live mode. Live events don't have it",
  });
  return { type, says, schema: z.object({ type: z.literal(type), timestamp, test, data }) };
}

const ChangedPlans = z
  .object({
    version: z.int().meta({ description: "The price list's version, which only grows", examples: [42] }),
    plans: z
      .array(z.int())
      .meta({ description: "IDs of the plans that were changed, added or removed", examples: [[1, 2]] }),
  })
  .meta({ id: "ChangedPlans" });

/** All events, in the order of the documentation. */
export const WEBHOOK_EVENTS: readonly WebhookEventText[] = [
  defineWebhookEvent("purchase.successful", "A purchase was delivered", ListedTransaction),
  defineWebhookEvent("purchase.failed", "A purchase failed and was refunded", ListedTransaction),
  defineWebhookEvent(
    "purchase.reversed",
    "A delivered purchase was reversed and refunded",
    ListedTransaction,
  ),
  defineWebhookEvent("plans.changed", "Plans or prices changed: list them again", ChangedPlans),
  defineWebhookEvent("announcement.made", "The operator published an announcement", ApiAnnouncement),
  defineWebhookEvent(
    "webhook.test",
    "You pressed “Send test event”",
    z.object({ message: z.string().meta({ examples: ["It works."] }) }),
  ),
];
