/** The end of a wait without a slot: too many wait already. */
export class QueueFullError extends Error {
  override readonly name = "QueueFullError";
}

interface CallerQueueLimits {
  slots: number;
  /** The longest queue: of all, then of all callers with the same first part of their path, and so on. */
  maxWaiting: readonly number[];
}

/** Hands the slot on; further calls do nothing. */
type Release = () => void;

interface Waiter {
  path: readonly string[];
  start(): void;
  reject(): void;
}

interface Branch {
  waiting: number;
  /** In the order of their turns. */
  children: Map<string, Branch>;
  waiters: Waiter[];
}

const createBranch = (): Branch => ({ waiting: 0, children: new Map(), waiters: [] });

export type CallerQueue = ReturnType<typeof createCallerQueue>;

/**
 * Creates a queue for a resource that all callers share. Callers take turns at each part of their paths, for example
 * network and account, so that one with a thousand requests delays another by one of them.
 */
export function createCallerQueue({ slots, maxWaiting }: CallerQueueLimits) {
  const root = createBranch();
  let free = slots;

  function startNext(): void {
    while (free > 0 && root.waiting > 0) {
      let branch = root;
      for (;;) {
        const [next] = branch.children;
        if (!next) break;
        branch.children.delete(next[0]);
        branch.children.set(...next);
        branch = next[1];
      }
      const [waiter] = branch.waiters;
      if (!waiter) throw new Error("A queue counts more than it holds.");
      remove(root, waiter);
      waiter.start();
    }
  }

  /** Rejects the newest work of the caller with the longest queue. */
  function dropHeaviest(): void {
    let branch = root;
    while (branch.children.size > 0) branch = findHeaviest(branch);
    branch.waiters.at(-1)?.reject();
  }

  function createRelease(): Release {
    let held = true;
    free -= 1;
    return () => {
      if (!held) return;
      held = false;
      free += 1;
      startNext();
    };
  }

  /**
   * Waits for a slot, until the caller leaves.
   * @throws QueueFullError; the reason of `signal`.
   */
  function take(path: readonly string[], signal?: AbortSignal): Promise<Release> {
    const { promise, resolve, reject } = Promise.withResolvers<Release>();
    const leave = (reason: unknown) => {
      remove(root, waiter);
      signal?.removeEventListener("abort", onAbort);
      reject(reason);
    };
    const onAbort = () => leave(signal?.reason);
    const waiter: Waiter = {
      path,
      start() {
        signal?.removeEventListener("abort", onAbort);
        resolve(createRelease());
      },
      reject: () => leave(new QueueFullError("Too many wait already.")),
    };
    if (signal?.aborted) return Promise.reject(signal.reason);
    signal?.addEventListener("abort", onAbort, { once: true });
    add(root, waiter);
    startNext();
    for (let depth = 1; depth <= path.length; depth++)
      if (countWaiting(path.slice(0, depth)) > (maxWaiting[depth] ?? Infinity)) {
        waiter.reject();
        return promise;
      }
    if (root.waiting > (maxWaiting[0] ?? Infinity)) dropHeaviest();
    return promise;
  }

  /** Counts the work that waits below a path. */
  function countWaiting(path: readonly string[]): number {
    let branch: Branch | undefined = root;
    for (const key of path) branch = branch?.children.get(key);
    return branch?.waiting ?? 0;
  }

  return { take, countWaiting, dropHeaviest };
}

function add(root: Branch, waiter: Waiter): void {
  let branch = root;
  branch.waiting += 1;
  for (const key of waiter.path) {
    const child = branch.children.get(key) ?? createBranch();
    branch.children.set(key, child);
    child.waiting += 1;
    branch = child;
  }
  branch.waiters.push(waiter);
}

function remove(branch: Branch, waiter: Waiter, [key, ...rest] = waiter.path): void {
  branch.waiting -= 1;
  if (key === undefined) {
    branch.waiters.splice(branch.waiters.indexOf(waiter), 1);
    return;
  }
  const child = branch.children.get(key);
  if (!child) return;
  remove(child, waiter, rest as [string, ...string[]]);
  if (child.waiting === 0) branch.children.delete(key);
}

const findHeaviest = ({ children }: Branch): Branch =>
  [...children.values()].reduce((most, child) => (child.waiting > most.waiting ? child : most));
