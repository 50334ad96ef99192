// Written by `npm run generate` from the portal's OpenAPI document: change its schemas instead.

export interface Plan {
  /** Plan ID; sent as `plan` in a purchase */
  id: number;
  /** Data size */
  size: string;
  /** Data unit */
  volume: string;
  /** Validity period */
  validity: string;
  /** Standard price. A purchase is charged your level's price, listed in the filtered list (`api_amount` at level API) */
  amount: number;
  /** Network name */
  network: string;
  /** Plan type name */
  type: string;
}

export interface PlanList {
  success: true;
  data: Network[];
  filters_applied: {
    /** The network's name */
    mobile_network?: string;
    data_plan_type?: number;
    /** As it was sent */
    min_price?: string;
    /** As it was sent */
    max_price?: string;
    /** As it was sent */
    validity?: string;
  };
  /** Number of matching plans */
  total_plans: number;
  /** Status message */
  message: string;
}

export interface Network {
  /** Network ID */
  id: number;
  /** Network name */
  name: string;
  /** Network code */
  code: string;
  /** True while its plans are on sale */
  data_active: boolean;
  data_plan_types: PlanType[];
}

export interface PlanType {
  /** Plan type ID */
  id: number;
  /** Plan type name */
  name: string;
  /** Plan type code */
  code: string;
  /** True while plans of this type are on sale */
  active: boolean;
  plans: FilteredPlan[];
}

export interface FilteredPlan {
  /** Plan ID; sent as `plan` in a purchase */
  id: number;
  /** Data size */
  size: string;
  /** Data unit */
  volume: string;
  /** Validity period */
  validity: string;
  /** The same as a word */
  validity_normalized: string;
  /** Standard price. A purchase is charged the price of your level, one of the next four */
  amount: number;
  /** Price of a purchase at level Smart earner */
  smart_earner_amount: number;
  /** Price of a purchase at level Affiliate */
  affiliate_amount: number;
  /** Price of a purchase at level Top user */
  top_user_amount: number;
  /** Price of a purchase at level API */
  api_amount: number;
  /** The standard price with the currency's symbol */
  formatted_price: string;
  /** True while it is on sale */
  active: boolean;
}

export interface ValidationError {
  message: "The given data was invalid.";
  /** Messages by field */
  errors: Record<string, string[]>;
}

export interface ServerError {
  success: false;
  /** Description of the failure */
  message: string;
  /** Reason */
  error: string;
}

export interface TransactionResponse {
  data: Transaction;
}

export interface Transaction {
  /** Transaction ID */
  id: number;
  /** Network ID */
  network: number;
  /** The portal's own reference, begins with DT */
  ident: string;
  /** Amount charged: the price of your level */
  amount: string;
  /** The network's message, the reason of a reversal, or N/A */
  api_response: string;
  /** The purchase in words */
  description: string;
  plan_network: "N/A";
  /** `failed` also when a delivered purchase was reversed and refunded */
  Status: "successful" | "pending" | "failed";
  /** Wallet balance before */
  balance_before: string;
  /** Wallet balance after */
  balance_after: string;
  /** DD/MM/YYYY hh:mm AM/PM, in the portal's time zone */
  create_date: string;
}

export interface Message {
  /** Description */
  message: string;
}

export interface TransactionPage {
  data: ListedTransaction[];
  /** Send as `cursor` for older ones; null at the end */
  next_cursor: string | null;
}

export interface ListedTransaction {
  /** Transaction ID */
  id: number;
  /** Network ID */
  network: number;
  /** The portal's own reference, begins with DT */
  ident: string;
  /** Amount charged: the price of your level */
  amount: string;
  /** The network's message, the reason of a reversal, or N/A */
  api_response: string;
  /** The purchase in words */
  description: string;
  plan_network: "N/A";
  /** `failed` also when a delivered purchase was reversed and refunded */
  Status: "successful" | "pending" | "failed";
  /** Wallet balance before */
  balance_before: string;
  /** Wallet balance after */
  balance_after: string;
  /** DD/MM/YYYY hh:mm AM/PM, in the portal's time zone */
  create_date: string;
  /** Your own reference */
  ref: string;
  /** Plan ID */
  plan: number;
  /** The recipient */
  mobile_number: string;
}

export interface Balance {
  data: {
    /** Available balance */
    balance: string;
    /** Sum held by pending purchases */
    held: string;
  };
}

export interface AnnouncementList {
  data: Announcement[];
}

export interface Announcement {
  /** Announcement ID */
  id: number;
  kind: "outage" | "maintenance" | "price" | "news";
  /** The affected network; null: none, or all */
  network: number | null;
  /** Announcement */
  text: string;
  made_at: string;
  /** Null until an admin ends it */
  ends_at: string | null;
}

export interface NotWelcome {
  status: false;
  /** The list of the token that denied access, and your address */
  message: string;
}

export interface ChangedPlans {
  /** The price list's version, which only grows */
  version: number;
  /** IDs of the plans that were changed, added or removed */
  plans: number[];
}

export type ListPlansResponse = Plan[];

export interface FilterPlansQuery {
  /** Network ID */
  mobile_network?: number;
  /** Plan type ID */
  data_plan_type?: number;
  /** Minimum standard price */
  min_price?: number;
  /** Maximum standard price */
  max_price?: number;
  /** Such as Monthly, or a plan's own validity */
  validity?: string;
}

export type FilterPlansResponse = PlanList;

export interface BuyBody {
  /** Plan ID; must exist */
  plan: number;
  /** The recipient, in any usual spelling */
  mobile_number: string;
  /** Network ID, 1 to 4 */
  network: number;
}

export type BuyResponse = TransactionResponse;

export type ReadPurchaseResponse = TransactionResponse;

export interface ListTransactionsQuery {
  /** Filter by status */
  status?: "successful" | "pending" | "failed";
  /** Network ID */
  network?: number;
  /** Plan ID */
  plan?: number;
  /** A ref, an ident or a mobile number */
  search?: string;
  /** First day, YYYY-MM-DD */
  from?: string;
  /** Last day, YYYY-MM-DD */
  to?: string;
  /** Rows, 1 to 100; default 50 */
  limit?: number;
  /** `next_cursor` of the previous page */
  cursor?: string;
}

export type ListTransactionsResponse = TransactionPage;

export type ReadBalanceResponse = Balance;

export type ListAnnouncementsResponse = AnnouncementList;

export interface BuyWithoutRefBody {
  /** Plan ID; must exist */
  plan: number;
  /** The recipient, in any usual spelling */
  mobile_number: string;
  /** Network ID, 1 to 4 */
  network: number;
}

export type BuyWithoutRefResponse = TransactionResponse;

export interface PurchaseSuccessfulEvent {
  type: "purchase.successful";
  /** Time of the event, in UTC */
  timestamp: string;
  /** Of test mode, or sent manually: ignore it in live mode. Live events don't have it */
  test?: true;
  data: ListedTransaction;
}

export interface PurchaseFailedEvent {
  type: "purchase.failed";
  /** Time of the event, in UTC */
  timestamp: string;
  /** Of test mode, or sent manually: ignore it in live mode. Live events don't have it */
  test?: true;
  data: ListedTransaction;
}

export interface PurchaseReversedEvent {
  type: "purchase.reversed";
  /** Time of the event, in UTC */
  timestamp: string;
  /** Of test mode, or sent manually: ignore it in live mode. Live events don't have it */
  test?: true;
  data: ListedTransaction;
}

export interface PlansChangedEvent {
  type: "plans.changed";
  /** Time of the event, in UTC */
  timestamp: string;
  /** Of test mode, or sent manually: ignore it in live mode. Live events don't have it */
  test?: true;
  data: ChangedPlans;
}

export interface AnnouncementMadeEvent {
  type: "announcement.made";
  /** Time of the event, in UTC */
  timestamp: string;
  /** Of test mode, or sent manually: ignore it in live mode. Live events don't have it */
  test?: true;
  data: Announcement;
}

export interface WebhookTestEvent {
  type: "webhook.test";
  /** Time of the event, in UTC */
  timestamp: string;
  /** Of test mode, or sent manually: ignore it in live mode. Live events don't have it */
  test?: true;
  data: {
    message: string;
  };
}

/** Any event of a webhook. */
export type WebhookEvent =
  | PurchaseSuccessfulEvent
  | PurchaseFailedEvent
  | PurchaseReversedEvent
  | PlansChangedEvent
  | AnnouncementMadeEvent
  | WebhookTestEvent;
