import { z } from "zod";

/** Differences of live services from the document in the shape of their responses. */
export const UpstreamDialect = z.strictObject({
  /** `{data: transaction}`, or the transaction itself. */
  envelope: z.enum(["data", "flat"]),
  /** The name of the status field. */
  statusKey: z.enum(["Status", "status", "both"]),
  statusCase: z.enum(["lower", "upper", "title"]),
  successWord: z.enum(["successful", "success"]),
  /** `network` of a transaction is null. */
  nullNetwork: z.boolean(),
  /** `amount` of a transaction has thousands separators too. */
  groupedAmount: z.boolean(),
  /** The plain list is an array, or `{mobile_networks:[{plan_types:[{data_plans}]}]}`. */
  plainList: z.enum(["array", "mobile_networks"]),
  /** Prices in lists are text such as `"300.00"`. */
  textAmounts: z.boolean(),
  /** `active` and `data_active` are 1 and 0. */
  numericActive: z.boolean(),
  /** `size` is null and `volume` lower-case. */
  vagueSize: z.boolean(),
  /** Types of one name share one id over all networks. */
  sharedTypeIds: z.boolean(),
  /** `filters_applied` is `[]` instead of `{}` when empty. */
  emptyFiltersArray: z.boolean(),
});
export type UpstreamDialect = z.infer<typeof UpstreamDialect>;

/** The shapes of the interface document. */
export const DOCUMENTED_DIALECT: UpstreamDialect = {
  envelope: "data",
  statusKey: "Status",
  statusCase: "lower",
  successWord: "successful",
  nullNetwork: false,
  groupedAmount: false,
  plainList: "array",
  textAmounts: false,
  numericActive: false,
  vagueSize: false,
  sharedTypeIds: false,
  emptyFiltersArray: false,
};
