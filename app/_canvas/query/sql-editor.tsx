"use client";

import { acceptCompletion, autocompletion, completionKeymap } from "@codemirror/autocomplete";
import { PostgreSQL, sql as sqlLanguage } from "@codemirror/lang-sql";
import { HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import { type Diagnostic, setDiagnostics } from "@codemirror/lint";
import { Prec } from "@codemirror/state";
import { EditorView, keymap } from "@codemirror/view";
import { tags } from "@lezer/highlight";
import CodeMirror, { type ReactCodeMirrorRef } from "@uiw/react-codemirror";
import { type Ref, useEffect, useImperativeHandle, useMemo, useRef } from "react";
import type { SourceTable } from "@/lib/sources/schema";

export type EditorError = { message: string; position: number };
export type EditorHandle = { insert: (text: string) => void; focus: () => void };
type Props = {
  value: string;
  onChange: (value: string) => void;
  /** Runs what is selected, or all of it. */
  onRun: (selected: string | null, offset: number) => void;
  onSave: () => void;
  onSelection: (selected: boolean) => void;
  tables: readonly SourceTable[];
  error: EditorError | null;
  handle: Ref<EditorHandle>;
};

/** Enter always begins a line: a completion is taken with Tab, so that nothing is taken by who only goes on writing. */
const completing = [
  autocompletion({ defaultKeymap: false }),
  Prec.highest(
    keymap.of([
      ...completionKeymap.filter(({ key }) => key !== "Enter"),
      { key: "Tab", run: acceptCompletion },
    ]),
  ),
];

const colours = HighlightStyle.define([
  { tag: tags.keyword, color: "var(--color-accent)", fontWeight: "500" },
  { tag: [tags.string, tags.special(tags.string)], color: "var(--color-success)" },
  { tag: [tags.number, tags.bool, tags.null], color: "var(--color-warning)" },
  { tag: tags.comment, color: "var(--color-ink-faint)", fontStyle: "italic" },
  { tag: [tags.typeName, tags.special(tags.name)], color: "var(--color-agent)" },
]);

const look = EditorView.theme({
  "&": { fontSize: "13px", backgroundColor: "transparent", color: "var(--color-ink)", height: "100%" },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": { fontFamily: "var(--font-mono)", lineHeight: "1.6" },
  ".cm-content": { caretColor: "var(--color-ink)", padding: "10px 0" },
  ".cm-cursor": { borderLeftColor: "var(--color-ink)" },
  ".cm-gutters": { backgroundColor: "transparent", color: "var(--color-ink-faint)", border: "none" },
  ".cm-activeLine, .cm-activeLineGutter": {
    backgroundColor: "color-mix(in srgb, var(--color-hover) 55%, transparent)",
  },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": {
    backgroundColor: "color-mix(in srgb, var(--color-accent) 22%, transparent)",
  },
  ".cm-tooltip": {
    backgroundColor: "var(--color-raised)",
    border: "1px solid var(--color-line-strong)",
    borderRadius: "6px",
    overflow: "hidden",
  },
  ".cm-tooltip-autocomplete > ul > li[aria-selected]": {
    backgroundColor: "var(--color-accent-soft)",
    color: "var(--color-ink)",
  },
  ".cm-completionDetail": { color: "var(--color-ink-faint)", fontStyle: "normal" },
  ".cm-diagnostic": { padding: "6px 10px", fontFamily: "var(--font-sans)" },
  ".cm-diagnostic-error": { borderLeftColor: "var(--color-danger)" },
  ".cm-placeholder": { color: "var(--color-ink-faint)" },
});

/** The word at a place, or one character where there is none. */
function underlined(view: EditorView, { message, position }: EditorError): Diagnostic {
  const from = Math.min(position, view.state.doc.length);
  const word = view.state.wordAt(from);
  return { from, to: Math.max(word?.to ?? from + 1, from), severity: "error", message };
}

/** An SQL text with completion from the source's own tables, and errors at their place (Q5). Large: load it lazily. */
export default function SqlEditor({
  value,
  onChange,
  onRun,
  onSave,
  onSelection,
  tables,
  error,
  handle,
}: Props) {
  const editor = useRef<ReactCodeMirrorRef>(null);
  const latest = useRef({ onRun, onSave, onSelection });
  useEffect(() => {
    latest.current = { onRun, onSave, onSelection };
  });

  useImperativeHandle(handle, () => ({
    insert(text) {
      const view = editor.current?.view;
      if (!view) return;
      view.dispatch(view.state.replaceSelection(text));
      view.focus();
    },
    focus: () => editor.current?.view?.focus(),
  }));

  const extensions = useMemo(() => {
    const schema = Object.fromEntries(
      tables.map(({ name, columns }) => [
        name,
        columns.map((column) => ({
          label: column.name,
          detail: column.type.toLowerCase(),
          type: "property",
        })),
      ]),
    );
    const run = (view: EditorView) => {
      const { from, to } = view.state.selection.main;
      latest.current.onRun(from === to ? null : view.state.sliceDoc(from, to), from === to ? 0 : from);
      return true;
    };
    const save = () => {
      latest.current.onSave();
      return true;
    };
    return [
      Prec.highest(
        keymap.of([
          { key: "Mod-Enter", run },
          { key: "Mod-s", run: save, preventDefault: true },
        ]),
      ),
      sqlLanguage({ dialect: PostgreSQL, schema, upperCaseKeywords: false }),
      syntaxHighlighting(colours),
      completing,
      look,
      EditorView.lineWrapping,
      EditorView.contentAttributes.of({ "aria-label": "SQL", spellcheck: "false" }),
      EditorView.updateListener.of((update) => {
        if (update.selectionSet || update.docChanged)
          latest.current.onSelection(!update.state.selection.main.empty);
      }),
    ];
  }, [tables]);

  useEffect(() => {
    const view = editor.current?.view;
    if (view) view.dispatch(setDiagnostics(view.state, error ? [underlined(view, error)] : []));
  }, [error]);

  return (
    <CodeMirror
      ref={editor}
      value={value}
      onChange={onChange}
      theme="none"
      extensions={extensions}
      placeholder="select … from …"
      basicSetup={{
        foldGutter: false,
        highlightActiveLine: true,
        autocompletion: false,
        completionKeymap: false,
        syntaxHighlighting: false,
      }}
      className="h-full overflow-hidden"
      height="100%"
    />
  );
}
