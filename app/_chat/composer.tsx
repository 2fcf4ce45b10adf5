"use client";

import { ArrowUp, AtSign, Paperclip, Square } from "lucide-react";
import { type Ref, useImperativeHandle, useRef, useState } from "react";
import { useSession, useSessionStatus } from "@/app/_session";
import { IconButton } from "@/app/_ui/icon-button";
import { Kbd } from "@/app/_ui/kbd";
import { ReferenceChips } from "./references/reference-chips";
import { ReferenceMenu } from "./references/reference-menu";
import { useMentions } from "./references/use-mentions";
import { acceptedFiles } from "./uploads/accepted-files";
import { useUploads } from "./uploads/uploads-provider";

/** Where the person writes. Enter sends, Shift+Enter breaks the line, @ refers to something, Escape stops a run. */
export function Composer({ ref }: { ref: Ref<{ fill: (text: string) => void }> }) {
  const { send, stop } = useSession();
  const status = useSessionStatus();
  const { upload, takeAlong } = useUploads();
  const [text, setText] = useState("");
  const [stopping, setStopping] = useState(false);
  const files = useRef<HTMLInputElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  useImperativeHandle(ref, () => ({
    fill(given) {
      setText(given);
      field.current?.focus();
    },
  }));
  const mentions = useMentions({
    text,
    setText(next, caret) {
      setText(next);
      // Once the field holds the new text.
      requestAnimationFrame(() => field.current?.setSelectionRange(caret, caret));
    },
  });
  const running = status === "running";
  const empty = text.trim() === "";

  function submit() {
    if (empty) return;
    // A file that was just dropped is what the message is about, named or not.
    const dropped = takeAlong().filter(({ id }) => !mentions.chosen.some((each) => each.id === id));
    send(text, { references: [...mentions.chosen, ...dropped] });
    setText("");
    mentions.clear();
  }

  async function stopRun() {
    setStopping(true);
    await stop();
    setStopping(false);
  }

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
      className="relative rounded-xl border border-line-strong bg-raised transition-colors duration-100 focus-within:border-accent"
    >
      {mentions.shown && (
        <ReferenceMenu
          id={mentions.id}
          groups={mentions.groups}
          active={mentions.active}
          pending={mentions.isPending}
          onChoose={mentions.choose}
          onActive={mentions.setActive}
        />
      )}
      <ReferenceChips references={mentions.chosen} onRemove={mentions.remove} />
      <textarea
        ref={field}
        data-composer
        aria-label="Message to Kaboo"
        aria-autocomplete="list"
        aria-controls={mentions.shown ? mentions.id : undefined}
        aria-activedescendant={mentions.activeOption}
        placeholder={running ? "Write the next message…" : "Ask about your data, or for a dashboard…"}
        rows={1}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          mentions.follow(event.target.value, event.target.selectionStart);
        }}
        onBlur={mentions.close}
        onKeyDown={(event) => {
          if (mentions.takeKey(event)) return;
          if (event.key === "Enter" && !event.shiftKey && !event.nativeEvent.isComposing) {
            event.preventDefault();
            submit();
          }
          if (event.key === "Escape" && running) void stopRun();
        }}
        className="field-sizing-content block max-h-48 min-h-10 w-full resize-none bg-transparent px-3 pt-2.5 pb-1 text-base outline-none placeholder:text-ink-faint"
      />
      <div className="flex items-center gap-1 px-1.5 pb-1.5">
        <IconButton label="Add a file" onClick={() => files.current?.click()}>
          <Paperclip />
        </IconButton>
        <IconButton
          label="Refer to something"
          shortcut={<Kbd>@</Kbd>}
          onClick={() => {
            const next = text === "" || /\s$/.test(text) ? `${text}@` : `${text} @`;
            setText(next);
            field.current?.focus();
            mentions.follow(next, next.length);
          }}
        >
          <AtSign />
        </IconButton>
        <input
          ref={files}
          type="file"
          multiple
          accept={acceptedFiles}
          aria-label="Files to add as tables"
          tabIndex={-1}
          className="sr-only"
          onChange={(event) => {
            upload([...(event.target.files ?? [])]);
            event.target.value = "";
          }}
        />
        <p className="min-w-0 flex-1 truncate text-ink-faint text-xs" aria-live="polite">
          {running && !empty && "Sent when this run ends"}
          {status === "offline" && "Not connected. Trying again…"}
        </p>
        {running && (
          <IconButton
            label={stopping ? "Stopping…" : "Stop"}
            shortcut={<Kbd>Esc</Kbd>}
            disabled={stopping}
            onClick={stopRun}
            tone="outlined"
          >
            <Square className="fill-current" />
          </IconButton>
        )}
        {(!running || !empty) && (
          <IconButton label="Send" shortcut={<Kbd>↵</Kbd>} type="submit" disabled={empty} tone="primary">
            <ArrowUp />
          </IconButton>
        )}
      </div>
    </form>
  );
}
