/** Renders a text with `names` in backticks as code. */
export function Prose({ text }: { text: string }) {
  const parts = text.split("`");
  return parts.map((part, n) =>
    n % 2 === 0 ? (
      part
    ) : (
      <code key={parts.slice(0, n).join("`")} className="break-words font-mono text-[0.9em]">
        {part}
      </code>
    ),
  );
}
