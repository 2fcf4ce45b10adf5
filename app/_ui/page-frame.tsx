"use client";

import { ArrowLeft } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";
import { buttonClass } from "./button-class";

const pages = [
  { path: "/library", name: "Library" },
  { path: "/knowledge", name: "Team’s knowledge" },
];

/** A page beside the conversation: the way back, its sisters, and a column to read. */
export function PageFrame({
  path,
  title,
  intro,
  actions,
  children,
}: {
  path: string;
  title: string;
  intro: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}) {
  return (
    <div className="flex min-h-dvh flex-col bg-canvas">
      <header className="flex h-11 shrink-0 items-center gap-2 border-b bg-surface px-2">
        <Link href="/" prefetch={false} className={buttonClass("ghost")}>
          <ArrowLeft className="size-4" aria-hidden="true" />
          <span className="max-sm:sr-only">Back to the conversation</span>
        </Link>
        <div className="flex-1" />
        <nav aria-label="Pages" className="flex gap-0.5">
          {pages.map((page) => (
            <Link
              key={page.path}
              href={page.path}
              prefetch={false}
              aria-current={page.path === path ? "page" : undefined}
              className={`${buttonClass("ghost")} aria-[current]:bg-hover aria-[current]:text-ink`}
            >
              {page.name}
            </Link>
          ))}
        </nav>
      </header>
      <main className="mx-auto w-full max-w-4xl flex-1 px-4 pt-8 pb-16 sm:px-6">
        <div className="flex flex-wrap items-end gap-x-4 gap-y-3">
          <div className="min-w-0 flex-1 basis-80">
            <h1 className="font-semibold text-xl tracking-tight">{title}</h1>
            <p className="mt-1 max-w-prose text-ink-muted text-sm">{intro}</p>
          </div>
          {actions}
        </div>
        {children}
      </main>
    </div>
  );
}
