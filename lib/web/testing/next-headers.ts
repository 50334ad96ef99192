/** Stands in for `next/headers`, which only answers inside the framework's own request. */
const jar = new Map<string, { value: string; options: Record<string, unknown> }>();
let head = new Headers();

/** Begins a request of a browser that has kept its cookies. */
export function arrive(init: Record<string, string> = {}): void {
  head = new Headers(init);
}

export function forgetCookies(): void {
  jar.clear();
}

export const kept = (name: string) => jar.get(name);

export const headers = async () => head;

export const cookies = async () => ({
  get: (name: string) => jar.get(name),
  set: (name: string, value: string, options: Record<string, unknown>) => jar.set(name, { value, options }),
});
