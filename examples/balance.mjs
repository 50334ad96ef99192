// Prints the balance: PORTAL=https://… TOKEN=… node balance.mjs
const { PORTAL, TOKEN } = process.env;

const response = await fetch(`${PORTAL}/api/balance`, { headers: { Authorization: `Bearer ${TOKEN}` } });
const { data, message } = await response.json();
if (!response.ok) throw new Error(`${response.status}: ${message}`);
console.log(JSON.stringify(data));
