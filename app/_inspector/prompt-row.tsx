"use client";

import { ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import { cx } from "@/app/_ui/class-names";
import { Disclosure } from "@/app/_ui/disclosure";
import { messageText, promptDiff } from "./prompt-text";
import type { ModelCall } from "./trace";

type Call = Pick<ModelCall["call"], "slot" | "step" | "model" | "system" | "messages" | "tools">;

/** One model call of a run that is over: exactly what it saw, and what changed since the call before (L8). */
export function PromptRow({ call, before }: { call: Call; before: Call | undefined }) {
  return (
    <Row
      head={
        <>
          <span className="shrink-0 font-medium text-agent">{call.slot}</span>
          <span className="shrink-0 text-ink-muted">step {call.step}</span>
          <span className="min-w-0 flex-1 truncate text-right text-ink-faint text-xs">
            {call.messages.length} messages
          </span>
        </>
      }
    >
      <PromptSections call={call} before={before} />
    </Row>
  );
}

/** What a model call saw, and before it what is new in it (C10, L8). */
export function PromptSections({ call, before }: { call: Call; before: Call | undefined }) {
  return (
    <>
      <Section title={before ? "Changed since its call before" : "All of it is new"}>
        <Diff lines={before ? promptDiff(before, call) : []} />
      </Section>
      <Section
        title={`What it saw: instructions, ${call.messages.length} messages, ${call.tools.length} tools`}
      >
        <Message who="system" text={call.system} />
        {call.messages.map((message, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a prompt is a list that does not change
          <Message key={index} who={message.role} text={messageText(message)} />
        ))}
        <p className="break-words font-mono text-2xs text-ink-faint">{call.tools.join(", ")}</p>
      </Section>
    </>
  );
}

/** A line that opens. What is inside is made only then: prompts are long. */
export function Row({ head, children }: { head: ReactNode; children: ReactNode }) {
  return (
    <Disclosure
      className="group/row border-b last:border-b-0"
      headClassName="flex min-h-8 w-full items-center gap-2 rounded-md px-2 py-1 text-left text-sm hover:bg-hover"
      head={
        <>
          <ChevronRight
            className="size-3.5 shrink-0 text-ink-faint transition-transform duration-100 group-data-open/row:rotate-90"
            aria-hidden="true"
          />
          {head}
        </>
      }
    >
      <div className="space-y-2 px-2 pt-1 pb-3 pl-7">{children}</div>
    </Disclosure>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="space-y-1.5">
      <h3 className="text-ink-faint text-xs">{title}</h3>
      {children}
    </section>
  );
}

function Message({ who, text }: { who: string; text: string }) {
  return (
    <div className="rounded-md border bg-canvas">
      <p className="border-b px-2 py-0.5 font-medium text-2xs text-ink-faint">{who}</p>
      <Code text={text} bare />
    </div>
  );
}

export function Code({ text, bare = false }: { text: string; bare?: boolean }) {
  return (
    <pre
      className={cx(
        "max-h-96 overflow-auto whitespace-pre-wrap break-words px-2 py-1.5 font-mono text-ink-muted text-xs",
        !bare && "rounded-md border bg-canvas",
      )}
    >
      {text}
    </pre>
  );
}

const tones = {
  same: "text-ink-faint",
  removed: "bg-danger-soft text-danger",
  added: "bg-success-soft text-success",
};
const signs = { same: " ", removed: "−", added: "+" };

function Diff({ lines }: { lines: ReturnType<typeof promptDiff> }) {
  if (lines.length === 0) return null;
  return (
    <pre className="max-h-96 overflow-auto whitespace-pre-wrap break-words rounded-md border bg-canvas py-1 font-mono text-xs">
      {lines.map(({ kind, text }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a difference is a list that does not change
        <span key={index} className={cx("block px-2", tones[kind])}>
          {signs[kind]} {text}
        </span>
      ))}
    </pre>
  );
}
