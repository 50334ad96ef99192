import { createEndpoint } from "#lib/api/endpoint";
import { readPlanList } from "#lib/api/read-plan-list";

/** The plain list (interface: Plain list). */
const serve = createEndpoint("/api/data_plans", { GET: { handle: ({ ctx }) => readPlanList(ctx) } });

export {
  serve as DELETE,
  serve as GET,
  serve as HEAD,
  serve as OPTIONS,
  serve as PATCH,
  serve as POST,
  serve as PUT,
};
