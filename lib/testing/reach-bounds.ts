/** Runs work for which a wait is given up soon: 100 ms for a free connection, 40 ms for a server's state. */
export async function reachBounds<T>(work: () => PromiseLike<T>, factor = 0.02): Promise<T> {
  const { BOUNDS_FACTOR = "1" } = process.env;
  process.env.BOUNDS_FACTOR = String(factor);
  try {
    return await work();
  } finally {
    process.env.BOUNDS_FACTOR = BOUNDS_FACTOR;
  }
}
