import type { AgentTransfer } from "../acts/agents.ts";
import type { OpenWorld } from "../open-world.ts";
import { act } from "./people.ts";

const REST_MS = 3_000;

/** Has a parent send money to an agent and request some of it; the agent accepts or declines. */
export async function moveMoney(open: OpenWorld): Promise<void> {
  const { world, programs } = open;
  const [parent, ...others] = programs;
  const agent = world.pick(others.slice(0, 2));
  if (!parent || !agent) return;
  const naira = world.between(1, 200);
  const of = { parent: parent.reseller, agent: agent.reseller };
  await submit(open, "sendMoney", { ...of, amount: String(naira), ref: `send-${world.between(0, 1e9)}` });
  await world.sleep(world.between(0, REST_MS));
  // Sometimes more than was sent.
  const amount = String(world.between(1, naira + 20));
  await submit(open, "requestBack", { ...of, amount, ref: `request-${world.between(0, 1e9)}` });
  await world.sleep(world.between(0, REST_MS));
  await act(open, "answerRequests");
}

/** Submits a form, and sometimes again on any machine, as a page does whose response was lost. */
async function submit(
  open: OpenWorld,
  name: "sendMoney" | "requestBack",
  form: AgentTransfer,
): Promise<void> {
  await act(open, name, form);
  if (open.world.chance(0.5)) await act(open, name, form);
}
