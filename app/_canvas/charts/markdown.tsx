import { type Components, Streamdown } from "streamdown";

/** Only addresses a reader means to open (S3). */
export function isSafeLink(href: string | undefined): href is string {
  return href !== undefined && /^(https?:|mailto:)/i.test(href);
}

const components: Components = {
  a: ({ href, children }) =>
    isSafeLink(href) ? (
      <a
        href={href}
        target="_blank"
        rel="noreferrer noopener"
        className="text-accent underline underline-offset-2"
      >
        {children}
      </a>
    ) : (
      <span>{children}</span>
    ),
  // A remote image tells its host who reads: its name is shown instead.
  img: ({ alt, src }) => (
    <span className="text-ink-faint text-xs">[image: {alt || String(src ?? "without a name")}]</span>
  ),
  h1: ({ children }) => <h3 className="mt-4 mb-1.5 font-semibold text-xl first:mt-0">{children}</h3>,
  h2: ({ children }) => <h4 className="mt-4 mb-1.5 font-semibold text-lg first:mt-0">{children}</h4>,
  h3: ({ children }) => <h5 className="mt-3 mb-1 font-semibold text-base first:mt-0">{children}</h5>,
  h4: ({ children }) => <h6 className="mt-3 mb-1 font-semibold text-sm first:mt-0">{children}</h6>,
  p: ({ children }) => <p className="my-2 first:mt-0 last:mb-0">{children}</p>,
  ul: ({ children }) => <ul className="my-2 list-disc space-y-1 pl-5">{children}</ul>,
  ol: ({ children }) => <ol className="my-2 list-decimal space-y-1 pl-5">{children}</ol>,
  li: ({ children }) => <li>{children}</li>,
  strong: ({ children }) => <strong className="font-semibold text-ink">{children}</strong>,
  hr: () => <hr className="my-4" />,
  blockquote: ({ children }) => (
    <blockquote className="my-2 border-line-strong border-l-2 pl-3 text-ink-muted">{children}</blockquote>
  ),
  pre: ({ children }) => (
    <pre className="my-2 overflow-x-auto rounded-md bg-hover p-3 text-xs">{children}</pre>
  ),
  code: ({ children }) => (
    <code className="rounded-sm bg-hover px-1 py-0.5 font-mono text-[0.92em]">{children}</code>
  ),
  table: ({ children }) => (
    <div className="my-2 overflow-x-auto">
      <table className="w-full border-collapse text-sm">{children}</table>
    </div>
  ),
  thead: ({ children }) => <thead>{children}</thead>,
  tbody: ({ children }) => <tbody>{children}</tbody>,
  tr: ({ children }) => <tr className="border-b">{children}</tr>,
  th: ({ children }) => (
    <th className="px-2 py-1 text-left font-medium text-ink-muted text-xs">{children}</th>
  ),
  td: ({ children }) => <td className="px-2 py-1 tabular-nums">{children}</td>,
};

/** Markdown of people and models, sanitised. Default export: it is loaded with the first text widget. */
export default function Markdown({ text }: { text: string }) {
  return (
    <Streamdown
      mode="static"
      components={components}
      controls={false}
      linkSafety={{ enabled: false }}
      className="text-base text-ink leading-relaxed"
    >
      {text}
    </Streamdown>
  );
}
