/** The address of a page's or route's file, with somebody's own things in their places; 1 where none is given. */
export function address(file: string, places: Record<string, string>): string {
  const path = file.replace(/^app/, "").replace(/\/(page\.tsx|route\.ts)$/, "");
  return (
    path.replace(/\/\([^)]*\)/g, "").replace(/\[(\w+)\]/g, (_, name: string) => places[name] ?? "1") || "/"
  );
}
