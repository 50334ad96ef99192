import { Missing } from "./ui/missing.tsx";

export const metadata = { title: "Not found" };

/** Any address that leads nowhere. */
export default function NotFound() {
  return (
    <main className="grid min-h-dvh place-items-center">
      <Missing />
    </main>
  );
}
