import { z } from "zod";

/** The shapes of the interface's answers (sections 2, 4 and 7), from which its description is made. */

const id = (description: string, example = 1) =>
  z
    .int()
    .positive()
    .max(2_147_483_647)
    .meta({ description, examples: [example] });
const text = (description: string, example: string) => z.string().meta({ description, examples: [example] });
const price = (description: string, example: number) =>
  z
    .number()
    .nonnegative()
    .meta({ description, examples: [example] });
/** Money as text, with thousands separators and two decimals. */
const money = (description: string, example: string) =>
  z
    .string()
    .regex(/^-?\d{1,3}(,\d{3})*\.\d{2}$/)
    .meta({ description, examples: [example] });

const PLAN_ID = "Plan ID; sent as `plan` in a purchase";

export const Plan = z
  .object({
    id: id(PLAN_ID),
    size: text("Data size", "500"),
    volume: text("Data unit", "MB"),
    validity: text("How long it can be used", "7 Days"),
    amount: price(
      "Standard price. A purchase is charged your level's price, which the filtered list tells (`api_amount` at level API)",
      390,
    ),
    network: text("Network name", "MTN"),
    type: text("Plan type name", "SME"),
  })
  .meta({ id: "Plan" });
export type Plan = z.infer<typeof Plan>;

export const FilteredPlan = z
  .object({
    id: id(PLAN_ID),
    size: text("Data size", "500"),
    volume: text("Data unit", "MB"),
    validity: text("How long it can be used", "7 Days"),
    validity_normalized: text("The same as a word", "Weekly"),
    amount: price("Standard price. A purchase is charged the price of your level, one of the next four", 390),
    smart_earner_amount: price("What a purchase is charged at level Smart earner", 386),
    affiliate_amount: price("What a purchase is charged at level Affiliate", 380),
    top_user_amount: price("What a purchase is charged at level Top user", 376),
    api_amount: price("What a purchase is charged at level API", 372),
    formatted_price: text("The standard price with the currency's symbol", "₦390.00"),
    active: z.boolean().meta({ description: "Whether it is sold now" }),
  })
  .meta({ id: "FilteredPlan" });
export type FilteredPlan = z.infer<typeof FilteredPlan>;

export const TypeNode = z
  .object({
    id: id("Plan type ID"),
    name: text("Plan type name", "SME"),
    code: text("Plan type code", "sme"),
    active: z.boolean().meta({ description: "Whether plans of this type are sold now" }),
    plans: z.array(FilteredPlan),
  })
  .meta({ id: "PlanType" });
export type TypeNode = z.infer<typeof TypeNode>;

export const NetworkNode = z
  .object({
    id: id("Network ID"),
    name: text("Network name", "MTN"),
    code: text("Network code", "mtn"),
    data_active: z.boolean().meta({ description: "Whether its plans are sold now" }),
    data_plan_types: z.array(TypeNode),
  })
  .meta({ id: "Network" });
export type NetworkNode = z.infer<typeof NetworkNode>;

export const FilteredList = z.object({
  success: z.literal(true),
  data: z.array(NetworkNode),
  filters_applied: z.object({
    mobile_network: text("The network's name", "MTN").optional(),
    data_plan_type: z
      .int()
      .nonnegative()
      .optional()
      .meta({ examples: [1] }),
    min_price: text("As it was sent", "100").optional(),
    max_price: text("As it was sent", "1999.5").optional(),
    validity: text("As it was sent", "Monthly").optional(),
  }),
  total_plans: z
    .int()
    .nonnegative()
    .meta({ description: "How many plans fit", examples: [12] }),
  message: text("Status message", "Data plans retrieved successfully"),
});
export type FilteredList = z.infer<typeof FilteredList>;

export const Transaction = z
  .object({
    id: z
      .int()
      .positive()
      .meta({ description: "Transaction ID", examples: [1042] }),
    network: id("Network ID"),
    ident: z
      .string()
      .regex(/^DT/)
      .meta({ description: "The portal's own reference, begins with DT", examples: ["DT261122K3V9QX7M2A"] }),
    amount: z
      .string()
      .regex(/^\d+\.\d{2}$/)
      .meta({ description: "Amount charged: the price of your level", examples: ["372.00"] }),
    api_response: text("The provider's words, why it was reversed, or N/A", "N/A"),
    description: text("The purchase in words", "MTN SME 500MB (7 Days) data for 08031234567"),
    plan_network: z.literal("N/A"),
    Status: z.enum(["successful", "pending", "failed"]).meta({
      description: "`failed` also when a delivered purchase was reversed: the money is back",
      examples: ["successful"],
    }),
    balance_before: money("Wallet balance before", "12,345.00"),
    balance_after: money("Wallet balance after", "11,973.00"),
    create_date: z
      .string()
      .regex(/^\d{2}\/\d{2}\/\d{4} \d{2}:\d{2} [AP]M$/)
      .meta({
        description: "DD/MM/YYYY hh:mm AM/PM, in the portal's time zone",
        examples: ["22/11/2026 02:05 PM"],
      }),
  })
  .meta({ id: "Transaction" });
export type Transaction = z.infer<typeof Transaction>;

export const TransactionAnswer = z.object({ data: Transaction });

export const ListedTransaction = Transaction.extend({
  ref: text("Your own reference", "order-1001"),
  plan: id("Plan ID"),
  mobile_number: text("The recipient", "08031234567"),
}).meta({ id: "ListedTransaction" });
export type ListedTransaction = z.infer<typeof ListedTransaction>;

export const TransactionPage = z.object({
  data: z.array(ListedTransaction),
  next_cursor: z
    .string()
    .nullable()
    .meta({ description: "Send as `cursor` for older ones; null at the end", examples: ["1042"] }),
});

export const BalanceAnswer = z.object({
  data: z.object({
    balance: money("What can be spent", "11,973.00"),
    held: money("What pending purchases hold", "372.00"),
  }),
});

export const ToldAnnouncement = z
  .object({
    id: id("Announcement ID"),
    kind: z.enum(["outage", "maintenance", "price", "news"]),
    network: z
      .int()
      .positive()
      .max(2_147_483_647)
      .nullable()
      .meta({ description: "The network it is about; null: none, or all", examples: [1] }),
    text: text("What is told", "MTN is down. We will tell when it works again."),
    made_at: z.iso.datetime().meta({ examples: ["2026-11-22T13:05:00.000Z"] }),
    ends_at: z.iso.datetime().nullable().meta({ description: "Null until somebody ends it" }),
  })
  .meta({ id: "Announcement" });
export type ToldAnnouncement = z.infer<typeof ToldAnnouncement>;

export const ValidationError = z
  .object({
    message: z.literal("The given data was invalid."),
    errors: z
      .record(z.string(), z.array(z.string()))
      .meta({ description: "Messages by field", examples: [{ plan: ["The plan field is required."] }] }),
  })
  .meta({ id: "ValidationError" });

export const Message = z
  .object({ message: text("What happened, in words", "Unauthenticated.") })
  .meta({ id: "Message" });
export const NotWelcome = z
  .object({
    status: z.literal(false),
    message: text(
      "Which list of the token refused, and your address",
      "Your IP address (203.0.113.9) is not whitelisted for this API token.",
    ),
  })
  .meta({ id: "NotWelcome" });
export const ServerError = z
  .object({
    success: z.literal(false),
    message: text("What could not be done", "The plans could not be listed."),
    error: text("Why", "The portal is busy. Try again."),
  })
  .meta({ id: "ServerError" });
