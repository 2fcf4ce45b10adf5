"use client";

import { useSnapshot } from "@/app/_session";

/** When this page's state was another than the server's, and how soon it was right again (R8). */
export function HealingList() {
  const healings = useSnapshot((snapshot) => snapshot.healings);
  if (healings.length === 0) return null;
  return (
    <ul aria-label="Repaired state" className="border-b bg-warning-soft px-3 py-1.5 text-sm">
      {healings.toReversed().map(({ seq, noticedAt, healedAt }) => (
        <li key={noticedAt}>
          The state differed from the server's after event {seq}. The page asked for snapshots
          {healedAt === null
            ? " and waits for them."
            : `, and was right again after ${healedAt - noticedAt} ms.`}
        </li>
      ))}
    </ul>
  );
}
