import { type RefObject, useEffect, useState } from "react";

/** Whether something has come near the screen once; on paper everything has. Far away nothing needs to be drawn. */
export function useNear(ref: RefObject<Element | null>): boolean {
  const [near, setNear] = useState(false);
  useEffect(() => {
    const element = ref.current;
    if (!element || near) return;
    const seen = () => setNear(true);
    const observer = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && seen(),
      { rootMargin: "600px" },
    );
    observer.observe(element);
    window.addEventListener("beforeprint", seen);
    return () => {
      observer.disconnect();
      window.removeEventListener("beforeprint", seen);
    };
  }, [ref, near]);
  return near;
}
