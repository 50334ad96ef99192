/** Runs before the framework's first request, in the portal's own server and in `next start`. */
export async function register(): Promise<void> {
  // The framework builds this file for its edge runtime too, which has nothing of Node's.
  if (process.env.NEXT_RUNTIME === "nodejs")
    (await import("#lib/request/prepare-framework")).prepareFramework();
}
