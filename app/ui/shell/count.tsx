/** How many things wait at a place; nothing when none do. */
export function Count({ count = 0, className }: { count?: number | undefined; className?: string }) {
  if (count === 0) return null;
  return (
    <span className={className}>
      <span className="inline-grid h-5 min-w-5 place-items-center rounded-full bg-accent px-1.5 font-semibold text-on-accent text-xs leading-none">
        {count > 99 ? "99+" : count}
      </span>
      <span className="sr-only"> new</span>
    </span>
  );
}
