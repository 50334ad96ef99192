import { LISTS } from "#app/admin/lists.ts";

/** Makes the address of a page's or route's file with the given parameters; 1 where one is missing. */
export function resolveAddress(file: string, places: Record<string, string>): string {
  return resolveAddresses(file, places)[0] ?? "/";
}

/** The addresses of a page's or route's file: one for each list where it shows several. */
export function resolveAddresses(file: string, places: Record<string, string>): string[] {
  const path = file
    .replace(/^app/, "")
    .replace(/\/(page\.tsx|route\.ts)$/, "")
    .replace(/\/\([^)]*\)/g, "");
  const group = Object.entries(LISTS).find(([address]) => path.startsWith(`${address}/[list]`));
  const lists = group ? Object.keys(group[1]) : [places.list ?? "1"];
  return lists.map(
    (list) =>
      path.replace(/\[(\w+)\]/g, (_, name: string) => (name === "list" ? list : (places[name] ?? "1"))) ||
      "/",
  );
}
