import { z } from "zod";

/** Schemas of the API's responses (sections 2, 4 and 7), for the OpenAPI document. */

const idField = (description: string, example = 1) =>
  z
    .int()
    .positive()
    .max(2_147_483_647)
    .meta({ description, examples: [example] });
const textField = (description: string, example: string) =>
  z.string().meta({ description, examples: [example] });
const priceField = (description: string, example: number) =>
  z
    .number()
    .nonnegative()
    .meta({ description, examples: [example] });
/** Describes money as text, with thousands separators and two decimals. */
const moneyField = (description: string, example: string) =>
  z
    .string()
    .regex(/^-?\d{1,3}(,\d{3})*\.\d{2}$/)
    .meta({ description, examples: [example] });

const PLAN_ID_DESCRIPTION = "Plan ID; sent as `plan` in a purchase";

export const ApiPlan = z
  .object({
    id: idField(PLAN_ID_DESCRIPTION),
    size: textField("Data size", "500"),
    volume: textField("Data unit", "MB"),
    validity: textField("Validity period", "7 Days"),
    amount: priceField(
      "Standard price. A purchase is charged your level's price, which the filtered list tells (`api_amount` at level API)",
      390,
    ),
    network: textField("Network name", "MTN"),
    type: textField("Plan type name", "SME"),
  })
  .meta({ id: "Plan" });
export type ApiPlan = z.infer<typeof ApiPlan>;

export const FilteredPlan = z
  .object({
    id: idField(PLAN_ID_DESCRIPTION),
    size: textField("Data size", "500"),
    volume: textField("Data unit", "MB"),
    validity: textField("Validity period", "7 Days"),
    validity_normalized: textField("The same as a word", "Weekly"),
    amount: priceField(
      "Standard price. A purchase is charged the price of your level, one of the next four",
      390,
    ),
    smart_earner_amount: priceField("Price of a purchase at level Smart earner", 386),
    affiliate_amount: priceField("Price of a purchase at level Affiliate", 380),
    top_user_amount: priceField("Price of a purchase at level Top user", 376),
    api_amount: priceField("Price of a purchase at level API", 372),
    formatted_price: textField("The standard price with the currency's symbol", "₦390.00"),
    active: z.boolean().meta({ description: "True while it is on sale" }),
  })
  .meta({ id: "FilteredPlan" });
export type FilteredPlan = z.infer<typeof FilteredPlan>;

export const TypeNode = z
  .object({
    id: idField("Plan type ID"),
    name: textField("Plan type name", "SME"),
    code: textField("Plan type code", "sme"),
    active: z.boolean().meta({ description: "True while plans of this type are on sale" }),
    plans: z.array(FilteredPlan),
  })
  .meta({ id: "PlanType" });
export type TypeNode = z.infer<typeof TypeNode>;

export const NetworkNode = z
  .object({
    id: idField("Network ID"),
    name: textField("Network name", "MTN"),
    code: textField("Network code", "mtn"),
    data_active: z.boolean().meta({ description: "True while its plans are on sale" }),
    data_plan_types: z.array(TypeNode),
  })
  .meta({ id: "Network" });
export type NetworkNode = z.infer<typeof NetworkNode>;

export const FilteredList = z
  .object({
    success: z.literal(true),
    data: z.array(NetworkNode),
    filters_applied: z.object({
      mobile_network: textField("The network's name", "MTN").optional(),
      data_plan_type: z
        .int()
        .nonnegative()
        .optional()
        .meta({ examples: [1] }),
      min_price: textField("As it was sent", "100").optional(),
      max_price: textField("As it was sent", "1999.5").optional(),
      validity: textField("As it was sent", "Monthly").optional(),
    }),
    total_plans: z
      .int()
      .nonnegative()
      .meta({ description: "Number of matching plans", examples: [12] }),
    message: textField("Status message", "Data plans retrieved successfully"),
  })
  .meta({ id: "PlanList" });
export type FilteredList = z.infer<typeof FilteredList>;

export const Transaction = z
  .object({
    id: z
      .int()
      .positive()
      .meta({ description: "Transaction ID", examples: [1042] }),
    network: idField("Network ID"),
    ident: z
      .string()
      .regex(/^DT/)
      .meta({ description: "The portal's own reference, begins with DT", examples: ["DT261122K3V9QX7M2A"] }),
    amount: z
      .string()
      .regex(/^\d+\.\d{2}$/)
      .meta({ description: "Amount charged: the price of your level", examples: ["372.00"] }),
    api_response: textField("The network's message, the reason of a reversal, or N/A", "N/A"),
    description: textField("The purchase in words", "MTN SME 500MB (7 Days) data for 08031234567"),
    plan_network: z.literal("N/A"),
    Status: z.enum(["successful", "pending", "failed"]).meta({
      description: "`failed` also when a delivered purchase was reversed: the money is back",
      examples: ["successful"],
    }),
    balance_before: moneyField("Wallet balance before", "12,345.00"),
    balance_after: moneyField("Wallet balance after", "11,973.00"),
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

export const TransactionResponse = z.object({ data: Transaction }).meta({ id: "TransactionResponse" });

export const ListedTransaction = Transaction.extend({
  ref: textField("Your own reference", "order-1001"),
  plan: idField("Plan ID"),
  mobile_number: textField("The recipient", "08031234567"),
}).meta({ id: "ListedTransaction" });
export type ListedTransaction = z.infer<typeof ListedTransaction>;

export const TransactionPage = z
  .object({
    data: z.array(ListedTransaction),
    next_cursor: z
      .string()
      .nullable()
      .meta({ description: "Send as `cursor` for older ones; null at the end", examples: ["1042"] }),
  })
  .meta({ id: "TransactionPage" });

export const BalanceResponse = z
  .object({
    data: z.object({
      balance: moneyField("Available balance", "11,973.00"),
      held: moneyField("Sum held by pending purchases", "372.00"),
    }),
  })
  .meta({ id: "Balance" });

export const ApiAnnouncement = z
  .object({
    id: idField("Announcement ID"),
    kind: z.enum(["outage", "maintenance", "price", "news"]),
    network: z
      .int()
      .positive()
      .max(2_147_483_647)
      .nullable()
      .meta({ description: "The affected network; null: none, or all", examples: [1] }),
    text: textField("Announcement", "MTN is down. We'll let you know when it works again."),
    made_at: z.iso.datetime().meta({ examples: ["2026-11-22T13:05:00.000Z"] }),
    ends_at: z.iso
      .datetime()
      .nullable()
      .meta({ description: "Null until an admin ends it", examples: ["2026-11-22T15:00:00.000Z"] }),
  })
  .meta({ id: "Announcement" });
export const AnnouncementList = z.object({ data: z.array(ApiAnnouncement) }).meta({ id: "AnnouncementList" });
export type ApiAnnouncement = z.infer<typeof ApiAnnouncement>;

export const ValidationError = z
  .object({
    message: z.literal("The given data was invalid."),
    errors: z
      .record(z.string(), z.array(z.string()))
      .meta({ description: "Messages by field", examples: [{ plan: ["The plan field is required."] }] }),
  })
  .meta({ id: "ValidationError" });

export const MessageResponse = z
  .object({ message: textField("Description", "Unauthenticated.") })
  .meta({ id: "Message" });
export const DeniedResponse = z
  .object({
    status: z.literal(false),
    message: textField(
      "The list of the token that denied access, and your address",
      "Your IP address (203.0.113.9) is not whitelisted for this API token.",
    ),
  })
  .meta({ id: "NotWelcome" });
export const ServerError = z
  .object({
    success: z.literal(false),
    message: textField("Description of the failure", "The plans could not be listed."),
    error: textField("Reason", "The portal is busy. Try again."),
  })
  .meta({ id: "ServerError" });
