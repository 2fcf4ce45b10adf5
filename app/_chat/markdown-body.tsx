"use client";

import type { ComponentProps, ReactNode } from "react";
import { type Components, defaultRehypePlugins, Streamdown } from "streamdown";
import { ScrollBox } from "@/app/_ui/scroll-box";
import { canvasAddress, openOnCanvas } from "./canvas-link";
import { type Citation, citationOf, safeLink } from "./safe-link";
import { useCited } from "./use-cited";

/** Raw HTML in a text is not read at all; the rest is sanitised, and links are judged below. */
const rehypePlugins = [defaultRehypePlugins.sanitize].filter((plugin) => plugin !== undefined);

/** Every element is drawn here, so that nothing a model writes brings its own looks, pictures or addresses (S3). */
const components: Components = {
  a: ({ href, children }) => <TextLink href={href}>{children}</TextLink>,
  img: ({ alt, src }) => (
    <span className="text-ink-muted italic">
      [picture{alt ? `: ${alt}` : ""}
      {typeof src === "string" && safeLink(src)?.external && (
        <>
          {", "}
          <TextLink href={src}>open</TextLink>
        </>
      )}
      ]
    </span>
  ),
  h1: ({ children }) => <h3 className="mt-4 mb-1.5 font-semibold text-lg first:mt-0">{children}</h3>,
  h2: ({ children }) => <h3 className="mt-4 mb-1.5 font-semibold text-base first:mt-0">{children}</h3>,
  h3: ({ children }) => <h4 className="mt-3 mb-1 font-semibold text-base first:mt-0">{children}</h4>,
  h4: ({ children }) => <h5 className="mt-3 mb-1 font-semibold text-sm first:mt-0">{children}</h5>,
  h5: ({ children }) => <h6 className="mt-3 mb-1 font-semibold text-sm first:mt-0">{children}</h6>,
  h6: ({ children }) => <h6 className="mt-3 mb-1 font-semibold text-sm first:mt-0">{children}</h6>,
  p: ({ children }) => <p className="my-2 first:mt-0 last:mb-0">{children}</p>,
  ul: ({ children }) => <ul className="my-2 list-disc space-y-1 pl-5 marker:text-ink-faint">{children}</ul>,
  ol: ({ children, start }) => (
    <ol start={start} className="my-2 list-decimal space-y-1 pl-5 marker:text-ink-faint">
      {children}
    </ol>
  ),
  li: ({ children }) => <li className="pl-0.5 [&>p]:my-0">{children}</li>,
  strong: ({ children }) => <strong className="font-semibold">{children}</strong>,
  blockquote: ({ children }) => (
    <blockquote className="my-2 border-line-strong border-l-2 pl-3 text-ink-muted">{children}</blockquote>
  ),
  hr: () => <hr className="my-4 border-line" />,
  inlineCode: ({ children }) => (
    <code className="rounded-sm bg-hover px-1 py-0.5 font-mono text-[0.92em]">{children}</code>
  ),
  code: ({ children }) => <code className="font-mono text-xs leading-5">{children}</code>,
  pre: ({ children }) => (
    <ScrollBox label="Code" className="my-2 overflow-x-auto rounded-md border bg-canvas px-3 py-2">
      <pre>{children}</pre>
    </ScrollBox>
  ),
  table: ({ children }) => (
    <ScrollBox label="Table" className="my-2 overflow-x-auto rounded-md border">
      <table className="w-full border-collapse text-sm tabular-nums">{children}</table>
    </ScrollBox>
  ),
  thead: ({ children }) => <thead className="bg-canvas">{children}</thead>,
  tbody: ({ children }) => <tbody>{children}</tbody>,
  tr: ({ children }) => <tr className="border-t first:border-t-0">{children}</tr>,
  th: ({ children, style }) => (
    <th
      style={style}
      className="whitespace-nowrap px-2.5 py-1.5 text-left font-medium text-ink-muted text-xs"
    >
      {children}
    </th>
  ),
  td: ({ children, style }) => (
    <td style={style} className="px-2.5 py-1.5 align-top">
      {children}
    </td>
  ),
};

function TextLink({ href, children }: Pick<ComponentProps<"a">, "href" | "children">) {
  const link = safeLink(href);
  if (!link) return <span>{children}</span>;
  const citation = citationOf(link.href);
  if (citation) return <CitedText citation={citation}>{children}</CitedText>;
  const elsewhere = link.external && { target: "_blank", rel: "noopener noreferrer nofollow" };
  return (
    <a href={link.href} {...elsewhere} className={linkClass}>
      {children}
    </a>
  );
}

const linkClass =
  "break-words text-accent underline decoration-accent/40 underline-offset-2 hover:decoration-accent";

/** A number leads to the query and widget it came from; what isn't there is no link, and says so (C11). */
function CitedText({ citation, children }: { citation: Citation; children: ReactNode }) {
  const there = useCited(citation);
  if (there === false) {
    return (
      <span
        title={`This cites a ${citation.kind === "board" ? "dashboard" : citation.kind} that isn’t there.`}
        className="underline decoration-dotted decoration-line-strong underline-offset-2"
      >
        {children}
        <span className="sr-only"> (its source isn’t there)</span>
      </span>
    );
  }
  return (
    <a
      href={canvasAddress(citation)}
      className={linkClass}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        openOnCanvas(citation);
      }}
    >
      {children}
    </a>
  );
}

export default function MarkdownBody({ text, streaming }: { text: string; streaming: boolean }) {
  return (
    <Streamdown
      mode={streaming ? "streaming" : "static"}
      isAnimating={streaming}
      components={components}
      rehypePlugins={rehypePlugins}
      controls={false}
      linkSafety={{ enabled: false }}
      className="break-words text-base leading-[1.55]"
    >
      {text}
    </Streamdown>
  );
}
