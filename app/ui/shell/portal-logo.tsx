/** The portal's mark: a kiosk's awning. Decoration beside its name. */
export function PortalLogo({ className = "size-8" }: { className?: string }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 32 32" className={className}>
      <rect width="32" height="32" rx="8" className="fill-accent" />
      <path
        d="M8 9.5h16l2 5.2a2.6 2.6 0 0 1-5.1.5 2.6 2.6 0 0 1-4.9 0 2.6 2.6 0 0 1-4.9 0 2.6 2.6 0 0 1-5.1-.5z"
        className="fill-on-accent"
      />
      <path
        d="M9 19.6v4.9h14v-4.9"
        fill="none"
        className="stroke-on-accent"
        strokeWidth="2.2"
        strokeLinejoin="round"
        strokeLinecap="round"
      />
    </svg>
  );
}
