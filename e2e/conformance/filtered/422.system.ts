import { call } from "../call.ts";
import { conform, expect } from "../fixtures.ts";

const path = "/api/data-plans-prices/filtered";

for (const query of ["mobile_network=MTN", "data_plan_type=1.5", "min_price=cheap", "max_price=1,2,3"]) {
  conform(`the filter ${query} is refused in the shape of 7.1`, async ({ usual }) => {
    const { status, body } = await call(usual, `${path}?${query}`);
    const [name = ""] = query.split("=");
    const words = `The ${name.replaceAll("_", " ")} must be ${name.endsWith("price") ? "a number" : "an integer"}.`;
    expect([status, body]).toEqual([
      422,
      { message: "The given data was invalid.", errors: { [name]: [words] } },
    ]);
  });
}

conform("every filter that cannot be read is named at once", async ({ usual }) => {
  const { status, body } = await call(usual, `${path}?mobile_network=x&min_price=y&validity=Monthly`);
  expect([status, Object.keys(body.errors).sort()]).toEqual([422, ["min_price", "mobile_network"]]);
});
