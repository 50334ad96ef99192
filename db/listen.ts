import "server-only";
import { database } from "./client.ts";

type Handler = (payload: string) => void;

const handlers = new Map<string, Set<Handler>>();
const listening = new Map<string, Promise<unknown>>();

/**
 * Calls `handler` for every NOTIFY on a channel, over one connection per process. After the connection was
 * lost and is back, it is called once with "" for whatever was missed.
 * @returns how to stop.
 */
export async function listen(channel: string, handler: Handler): Promise<() => void> {
  const set = handlers.get(channel) ?? new Set();
  handlers.set(channel, set.add(handler));
  if (!listening.has(channel)) listening.set(channel, open(channel));
  try {
    await listening.get(channel);
  } catch (error) {
    listening.delete(channel);
    set.delete(handler);
    throw error;
  }
  return () => set.delete(handler);
}

function open(channel: string): Promise<unknown> {
  const tell = (payload: string) => {
    for (const handler of handlers.get(channel) ?? []) handler(payload);
  };
  let first = true;
  return database().sql.listen(channel, tell, () => {
    if (!first) tell("");
    first = false;
  });
}
