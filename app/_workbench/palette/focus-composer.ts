/** Puts the caret where the person writes. */
export function focusComposer(): void {
  document.querySelector<HTMLTextAreaElement>("textarea[data-composer]")?.focus();
}
