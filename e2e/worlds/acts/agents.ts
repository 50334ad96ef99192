import { z } from "zod";
import { acceptRequest, declineRequest, withdrawRequest } from "#lib/agent/answer-request";
import { requestMoney, sendToAgent } from "#lib/agent/send-money";
import { int, readRow, readRows } from "#lib/core/read-rows";
import { asReseller } from "#lib/testing/scene";
import { createWorldCtx } from "./create-world-ctx.ts";
import { submitTwice } from "./submit-twice.ts";

/** Money between a parent and an agent, by a form's ref. */
export interface AgentTransfer {
  parent: number;
  agent: number;
  /** In naira, as typed. */
  amount: string;
  ref: string;
}

/** Sends money to an agent, twice with one form. */
export const sendMoney = (transfer: AgentTransfer): Promise<void> => submitTransfer(sendToAgent, transfer);

/** Requests some of it from the agent, twice with one form. */
export const requestBack = (transfer: AgentTransfer): Promise<void> => submitTransfer(requestMoney, transfer);

async function submitTransfer(
  submit: typeof sendToAgent | typeof requestMoney,
  { parent, agent, amount, ref }: AgentTransfer,
): Promise<void> {
  const me = await asReseller(createWorldCtx(), parent);
  const { pairId } = await readRow(me.db, z.object({ pairId: int }))`
    select id as pair_id from agents where parent_id = ${parent} and agent_id = ${agent} and state = 'active'`;
  await submitTwice(() => submit(me, { pairId, amount, ref }));
}

/** Has the oldest requests accepted and declined by their agent and withdrawn by the parent, all at once. */
export async function answerRequests(): Promise<void> {
  const system = createWorldCtx();
  const open = await readRows(system.db, z.object({ id: int, fromId: int, toId: int }))`
    select id, from_id, to_id from agent_transfers where state = 'requested' order by id limit 2`;
  for (const { id, fromId, toId } of open) {
    const [agent, parent] = [await asReseller(system, fromId), await asReseller(system, toId)];
    const answers = [
      () => acceptRequest(agent, { id }),
      () => declineRequest(agent, { id }),
      () => withdrawRequest(parent, { id }),
    ];
    // Any of them may come first.
    const first = Math.floor(Math.random() * answers.length);
    const order = [...answers.slice(first), ...answers.slice(0, first), answers[first]];
    await Promise.allSettled(order.map((answer) => answer?.()));
  }
}
