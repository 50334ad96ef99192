import { z } from "zod";
import { describeField } from "./requests.ts";

/** Schemas of the API's responses (interface: Fields, Calls, Errors), for the OpenAPI document. */

const Id = z.int().positive().max(2_147_483_647);
const idField = (description: string) => describeField(Id, description, 1);
const textField = (description: string, example: string) => describeField(z.string(), description, example);
const priceField = (description: string, example: number) =>
  describeField(z.number().nonnegative(), description, example);
/** Describes money as text, with thousands separators and two decimals. */
const moneyField = (description: string, example: string) =>
  describeField(z.string().regex(/^-?\d{1,3}(,\d{3})*\.\d{2}$/), description, example);
/** Describes an object under a name of the document. */
const named = <Shape extends z.core.$ZodShape>(id: string, shape: Shape) => z.object(shape).meta({ id });

const planFields = {
  id: idField("Plan ID; sent as `plan` in a purchase"),
  size: textField("Data size", "500"),
  volume: textField("Data unit", "MB"),
  validity: textField("Validity period", "7 Days"),
};

export const ApiPlan = named("Plan", {
  ...planFields,
  amount: priceField(
    "Standard price. A purchase is charged your level's price, listed in the filtered list (`api_amount` at level API)",
    390,
  ),
  network: textField("Network name", "MTN"),
  type: textField("Plan type name", "SME"),
});
export type ApiPlan = z.infer<typeof ApiPlan>;

export const FilteredPlan = named("FilteredPlan", {
  ...planFields,
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
});
export type FilteredPlan = z.infer<typeof FilteredPlan>;

export const TypeNode = named("PlanType", {
  id: idField("Plan type ID"),
  name: textField("Plan type name", "SME"),
  code: textField("Plan type code", "sme"),
  active: z.boolean().meta({ description: "True while plans of this type are on sale" }),
  plans: z.array(FilteredPlan),
});
export type TypeNode = z.infer<typeof TypeNode>;

export const NetworkNode = named("Network", {
  id: idField("Network ID"),
  name: textField("Network name", "MTN"),
  code: textField("Network code", "mtn"),
  data_active: z.boolean().meta({ description: "True while its plans are on sale" }),
  data_plan_types: z.array(TypeNode),
});
export type NetworkNode = z.infer<typeof NetworkNode>;

export const FilteredList = named("PlanList", {
  success: z.literal(true),
  data: z.array(NetworkNode),
  filters_applied: z.object({
    mobile_network: textField("The network's name", "MTN").optional(),
    data_plan_type: z
      .int()
      .nonnegative()
      .meta({ examples: [1] })
      .optional(),
    min_price: textField("As it was sent", "100").optional(),
    max_price: textField("As it was sent", "1999.5").optional(),
    validity: textField("As it was sent", "Monthly").optional(),
  }),
  total_plans: describeField(z.int().nonnegative(), "Number of matching plans", 12),
  message: textField("Status message", "Data plans retrieved successfully"),
});
export type FilteredList = z.infer<typeof FilteredList>;

export const Transaction = named("Transaction", {
  id: describeField(z.int().positive(), "Transaction ID", 1042),
  network: idField("Network ID"),
  ident: describeField(
    z.string().regex(/^DT/),
    "The portal's own reference, begins with DT",
    "DT261122K3V9QX7M2A",
  ),
  amount: describeField(
    z.string().regex(/^\d+\.\d{2}$/),
    "Amount charged: the price of your level",
    "372.00",
  ),
  api_response: textField("The network's message, the reason of a reversal, or N/A", "N/A"),
  description: textField("The purchase in words", "MTN SME 500MB (7 Days) data for 08031234567"),
  plan_network: z.literal("N/A"),
  Status: describeField(
    z.enum(["successful", "pending", "failed"]),
    "`failed` also when a delivered purchase was reversed and refunded",
    "successful",
  ),
  balance_before: moneyField("Wallet balance before", "12,345.00"),
  balance_after: moneyField("Wallet balance after", "11,973.00"),
  create_date: describeField(
    z.string().regex(/^\d{2}\/\d{2}\/\d{4} \d{2}:\d{2} [AP]M$/),
    "DD/MM/YYYY hh:mm AM/PM, in the portal's time zone",
    "22/11/2026 02:05 PM",
  ),
});
export type Transaction = z.infer<typeof Transaction>;

export const TransactionResponse = named("TransactionResponse", { data: Transaction });

export const ListedTransaction = Transaction.extend({
  ref: textField("Your own reference", "order-1001"),
  plan: idField("Plan ID"),
  mobile_number: textField("The recipient", "08031234567"),
}).meta({ id: "ListedTransaction" });
export type ListedTransaction = z.infer<typeof ListedTransaction>;

export const TransactionPage = named("TransactionPage", {
  data: z.array(ListedTransaction),
  next_cursor: describeField(
    z.string().nullable(),
    "Send as `cursor` for older ones; null at the end",
    "1042",
  ),
});

export const BalanceResponse = named("Balance", {
  data: z.object({
    balance: moneyField("Available balance", "11,973.00"),
    held: moneyField("Sum held by pending purchases", "372.00"),
  }),
});

export const ApiAnnouncement = named("Announcement", {
  id: idField("Announcement ID"),
  kind: z.enum(["outage", "maintenance", "price", "news"]),
  network: describeField(Id.nullable(), "The affected network; null: none, or all", 1),
  text: textField("Announcement", "MTN is down. We'll let you know when it works again."),
  made_at: z.iso.datetime().meta({ examples: ["2026-11-22T13:05:00.000Z"] }),
  ends_at: describeField(
    z.iso.datetime().nullable(),
    "Null until an admin ends it",
    "2026-11-22T15:00:00.000Z",
  ),
});
export const AnnouncementList = named("AnnouncementList", { data: z.array(ApiAnnouncement) });
export type ApiAnnouncement = z.infer<typeof ApiAnnouncement>;

export const ValidationError = named("ValidationError", {
  message: z.literal("The given data was invalid."),
  errors: describeField(z.record(z.string(), z.array(z.string())), "Messages by field", {
    plan: ["The plan field is required."],
  }),
});

export const MessageResponse = named("Message", {
  message: textField("Description", "Unauthenticated."),
});
export const DeniedResponse = named("NotWelcome", {
  status: z.literal(false),
  message: textField(
    "The list of the token that denied access, and your address",
    "Your IP address (203.0.113.9) is not whitelisted for this API token.",
  ),
});
export const ServerError = named("ServerError", {
  success: z.literal(false),
  message: textField("Description of the failure", "The plans could not be listed."),
  error: textField("Reason", "The portal is busy. Try again."),
});
