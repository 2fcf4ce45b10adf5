import { useQuery } from "@tanstack/react-query";
import { z } from "zod";
import { request } from "@/app/_session";
import { ErrorState } from "@/app/_ui/error-state";

const Figures = z.object({
  figures: z.array(
    z.object({
      name: z.string(),
      labels: z.record(z.string(), z.union([z.string(), z.number()])),
      count: z.number(),
      /** Seconds. */
      mean: z.number().optional(),
    }),
  ),
});

const pollMs = 2_000;

/** What the server has counted since it started, over all conversations (C10); `/api/metrics` gives it to Prometheus. */
export function Counters() {
  const { data, error, refetch } = useQuery({
    queryKey: ["metrics"],
    refetchInterval: pollMs,
    retry: false,
    queryFn: async ({ signal }) =>
      Figures.parse(
        await (await request("/api/metrics", { signal, headers: { accept: "application/json" } })).json(),
      ),
  });
  if (error)
    return (
      <ErrorState compact title="No counters" onRetry={() => void refetch()}>
        {error.message}
      </ErrorState>
    );
  return (
    <table className="w-full text-sm">
      <thead className="text-left text-ink-faint text-xs">
        <tr>
          <th className="px-2 py-1.5 font-medium">What</th>
          <th className="px-2 py-1.5 text-right font-medium">Count</th>
          <th className="px-2 py-1.5 text-right font-medium">Mean</th>
        </tr>
      </thead>
      <tbody>
        {data?.figures.map(({ name, labels, count, mean }) => (
          <tr key={`${name} ${JSON.stringify(labels)}`} className="border-t">
            <td className="break-words px-2 py-1.5">
              {words(name)} <span className="text-ink-muted">{Object.values(labels).join(" · ")}</span>
            </td>
            <td className="px-2 py-1.5 text-right tabular-nums">{count.toLocaleString("en")}</td>
            <td className="px-2 py-1.5 text-right tabular-nums">
              {mean === undefined
                ? ""
                : `${(mean * 1_000).toLocaleString("en", { maximumFractionDigits: 1 })} ms`}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** A metric's name as a reader of the table says it: `kaboo_tool_call_seconds` is "tool call". */
function words(name: string): string {
  return name
    .replace(/^kaboo_/, "")
    .replace(/_(seconds|total)$/, "")
    .replaceAll("_", " ");
}
