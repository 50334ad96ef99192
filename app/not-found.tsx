import { PageNotFound } from "./ui/page/page-not-found.tsx";

export const metadata = { title: "Not found" };

export default function NotFound() {
  return (
    <main className="grid min-h-dvh place-items-center">
      <PageNotFound />
    </main>
  );
}
