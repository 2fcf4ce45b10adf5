import type { toast as Sonner } from "sonner";

type Said = Parameters<typeof Sonner>;

let wanted = false;
let mounted: (say: typeof Sonner) => void;
const toaster = new Promise<typeof Sonner>((resolve) => {
  mounted = resolve;
});
const listeners = new Set<() => void>();

/** Messages in the corner. What draws them is loaded with the first (P7). */
const say =
  (how: "plain" | "success" | "warning" | "error") =>
  (message: Said[0], options?: Said[1]): void => {
    wanted = true;
    for (const listener of listeners) listener();
    void toaster.then((sonner) => (how === "plain" ? sonner : sonner[how])(message, options));
  };

export const toast = Object.assign(say("plain"), {
  success: say("success"),
  warning: say("warning"),
  error: say("error"),
});

/** For the one place that draws them. */
export const toasts = {
  wanted: () => wanted,
  onWanted(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  /** Said by what draws them, once it does. */
  mounted: (sonner: typeof Sonner) => mounted(sonner),
};
