/** Two panes, the smaller one speaking. */
export function Logo() {
  return (
    <svg viewBox="0 0 20 20" className="size-5 text-accent" aria-hidden="true">
      <path d="M4 3h5v14H6l-3 2V4a1 1 0 0 1 1-1Z" fill="currentColor" />
      <rect x="11" y="3" width="7" height="6" rx="1" fill="currentColor" opacity="0.45" />
      <rect x="11" y="11" width="7" height="6" rx="1" fill="currentColor" opacity="0.75" />
    </svg>
  );
}
