/** Waits for work, which continues after that. @throws Error with the message when it takes longer */
export async function waitAtMost<T>(ms: number, work: PromiseLike<T>, message: string): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error(message)), ms);
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
