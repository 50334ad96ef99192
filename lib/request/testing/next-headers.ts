/** The cookies of a fake `next/headers`, because the real one works only inside a request of the framework. */
const cookieJar = new Map<string, { value: string; options: Record<string, unknown> }>();
let requestHeaders = new Headers();

/** Begins a request of a browser with its cookies. */
export function setRequestHeaders(init: Record<string, string> = {}): void {
  requestHeaders = new Headers(init);
}

export function clearCookies(): void {
  cookieJar.clear();
}

export const getCookie = (name: string) => cookieJar.get(name);

export const headers = async () => requestHeaders;

export const cookies = async () => ({
  get: (name: string) => cookieJar.get(name),
  set: (name: string, value: string, options: Record<string, unknown>) =>
    cookieJar.set(name, { value, options }),
});
