// Prints the plans of a network at your price: PORTAL=https://… TOKEN=… node plans.mjs 1
const { PORTAL, TOKEN } = process.env;
const [network = "1"] = process.argv.slice(2);

const response = await fetch(`${PORTAL}/api/data-plans-prices/filtered?mobile_network=${network}`, {
  headers: { Authorization: `Bearer ${TOKEN}` },
});
const { data, message } = await response.json();
if (!response.ok) throw new Error(`${response.status}: ${message}`);
for (const { name, data_plan_types } of data)
  for (const type of data_plan_types)
    for (const { id, size, volume, validity, api_amount } of type.plans)
      console.log(`${id} ${name} ${type.name} ${size}${volume} ${validity} ${api_amount}`);
