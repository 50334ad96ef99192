import { createEndpoint } from "#lib/api/endpoint";
import { readPlanList } from "#lib/api/read-plan-list";

/** The plain list (interface: Plain list). */
export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = createEndpoint("/api/data_plans", {
  GET: { handle: ({ ctx }) => readPlanList(ctx) },
});
