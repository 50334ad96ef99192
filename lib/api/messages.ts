import { z } from "zod";
import { ListedTransaction, ToldAnnouncement } from "./shapes.ts";

/** A kind of message that webhooks send: what it tells, and its body. */
export interface MessageText {
  type: string;
  says: string;
  schema: z.ZodType;
}

function message(type: string, says: string, data: z.ZodType): MessageText {
  const timestamp = z.iso.datetime().meta({ description: "When it happened, in UTC" });
  return { type, says, schema: z.object({ type: z.literal(type), timestamp, data }) };
}

const ChangedPlans = z
  .object({
    version: z.int().meta({ description: "The price list's version, which only grows" }),
    plans: z.array(z.int()).meta({ description: "IDs of the plans that changed, came or went" }),
  })
  .meta({ id: "ChangedPlans" });

/** Every kind of message, in the order in which they are explained. */
export const MESSAGES: readonly MessageText[] = [
  message("purchase.successful", "A purchase was delivered", ListedTransaction),
  message("purchase.failed", "A purchase failed, and the money is back", ListedTransaction),
  message(
    "purchase.reversed",
    "A delivered purchase was taken back, and the money with it",
    ListedTransaction,
  ),
  message("plans.changed", "Plans or prices changed: list them again", ChangedPlans),
  message("announcement.made", "The operator tells everybody something", ToldAnnouncement),
  message("webhook.test", "You pressed “Send a test”", z.object({ message: z.string() })),
];
