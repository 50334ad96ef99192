/** The end of a wait without a slot: too many wait already. */
export class QueueFullError extends Error {
  override readonly name = "QueueFullError";
}

interface CallerQueueLimits {
  /** The most slots: of all, then of all callers with the same first part of their path, and so on. */
  slots: readonly [number, ...number[]];
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
  running: number;
  waiting: number;
  /** In the order of their turns. */
  children: Map<string, Branch>;
  waiters: Waiter[];
}

const createBranch = (): Branch => ({ running: 0, waiting: 0, children: new Map(), waiters: [] });

export type CallerQueue = ReturnType<typeof createCallerQueue>;

/**
 * Creates a queue for a resource that all callers share. Callers take turns at each part of their paths, for
 * example network and account, so that one with a thousand requests delays another by one of them.
 */
export function createCallerQueue({ slots, maxWaiting }: CallerQueueLimits) {
  const root = createBranch();

  /** Finds whose turn it is below a branch, and puts them last. */
  function takeTurn(branch: Branch, depth = 0): Waiter | undefined {
    if (branch.waiting === 0 || branch.running >= (slots[depth] ?? Infinity)) return undefined;
    if (branch.children.size === 0) return branch.waiters[0];
    for (const [key, child] of branch.children) {
      const waiter = takeTurn(child, depth + 1);
      if (!waiter) continue;
      branch.children.delete(key);
      branch.children.set(key, child);
      return waiter;
    }
    return undefined;
  }

  function startNext(): void {
    for (let waiter = takeTurn(root); waiter; waiter = takeTurn(root)) {
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

  /** Takes a slot without waiting, also above the bounds: work that waits then starts later. */
  function takeNow(path: readonly string[]): Release {
    let held = true;
    for (const branch of walk(root, path)) branch.running += 1;
    return () => {
      if (!held) return;
      held = false;
      for (const branch of walk(root, path)) branch.running -= 1;
      prune(root, path);
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
      prune(root, path);
      signal?.removeEventListener("abort", onAbort);
      reject(reason);
    };
    const onAbort = () => leave(signal?.reason);
    const waiter: Waiter = {
      path,
      start() {
        signal?.removeEventListener("abort", onAbort);
        resolve(takeNow(path));
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

  /** Returns whether another slot is within the bounds of each part of a path. */
  function hasRoom(path: readonly string[]): boolean {
    let branch: Branch | undefined = root;
    for (const [depth, key] of [...path, ""].entries()) {
      if ((branch?.running ?? 0) >= (slots[depth] ?? Infinity)) return false;
      branch = branch?.children.get(key);
    }
    return true;
  }

  return { take, takeNow, hasRoom, countWaiting, dropHeaviest };
}

/** Lists the branches of a path, from the root, and creates those that are missing. */
function walk(root: Branch, path: readonly string[]): Branch[] {
  const branches = [root];
  for (const key of path) {
    const { children } = branches.at(-1) as Branch;
    const child = children.get(key) ?? createBranch();
    children.set(key, child);
    branches.push(child);
  }
  return branches;
}

/** Removes what neither waits nor runs from the end of a path. */
function prune(branch: Branch, [key, ...rest]: readonly string[]): void {
  const child = key === undefined ? undefined : branch.children.get(key);
  if (key === undefined || !child) return;
  prune(child, rest);
  if (child.waiting === 0 && child.running === 0) branch.children.delete(key);
}

function add(root: Branch, waiter: Waiter): void {
  const branches = walk(root, waiter.path);
  for (const branch of branches) branch.waiting += 1;
  branches.at(-1)?.waiters.push(waiter);
}

function remove(root: Branch, waiter: Waiter): void {
  const branches = walk(root, waiter.path);
  for (const branch of branches) branch.waiting -= 1;
  const { waiters } = branches.at(-1) as Branch;
  waiters.splice(waiters.indexOf(waiter), 1);
}

const findHeaviest = ({ children }: Branch): Branch =>
  [...children.values()].reduce((most, child) => (child.waiting > most.waiting ? child : most));
