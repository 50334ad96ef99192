/** The key of a shortcut, beside the label of its control; hidden where there are no keys. */
export function KeyHint({ children }: { children: string }) {
  return (
    <span
      aria-hidden="true"
      className="ml-1 rounded-sm border border-current px-1.5 font-mono font-normal text-xs pointer-coarse:hidden noscript:hidden"
    >
      {children}
    </span>
  );
}
