import { createEndpoint } from "#lib/api/endpoint";
import { filteredProblemResponse, readFilteredPlanList } from "#lib/api/read-filtered-plan-list";
import { FilterQuery } from "#lib/api/requests";

/** The list with the price of each level (interface: Filtered list). */
export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = createEndpoint(
  "/api/data-plans-prices/filtered",
  {
    GET: {
      query: FilterQuery,
      handle: ({ ctx, url }) => readFilteredPlanList(ctx, url),
      problem: filteredProblemResponse,
    },
  },
);
