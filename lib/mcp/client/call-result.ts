import type { CallToolResult } from "@modelcontextprotocol/client";
import { withoutControls } from "@/lib/agent/text-for-model";
import type { ToolResult } from "@/lib/agent/tool";
import type { Json } from "@/lib/shared/json";

type Content = CallToolResult["content"][number];

/** A server's raw answer as any tool's (E3): prose for the model, `structuredContent` for the effects, `isError` a failure. */
export function toolResult({ content, structuredContent, isError }: CallToolResult): ToolResult {
  const prose = content.map(textOf).join("\n");
  const structured = structuredContent as Json | undefined;
  const text = prose === "" && structured !== undefined ? JSON.stringify(structured) : prose;
  return {
    text: withoutControls(text) || (isError ? "The call failed without a word." : "Done; it said nothing."),
    ...(structured !== undefined && { structured }),
    ...(isError === true && { isError }),
  };
}

/** What a model is told of each part; pictures and sounds by what they are. */
function textOf(part: Content): string {
  switch (part.type) {
    case "text":
      return part.text;
    case "image":
    case "audio":
      return `[${part.type}, ${part.mimeType}, ${Math.ceil((part.data.length * 3) / 4 / 1024)} KB]`;
    case "resource":
      return "text" in part.resource ? part.resource.text : `[file ${part.resource.uri}]`;
    case "resource_link":
      return `[link to ${part.name}: ${part.uri}]`;
    default:
      return "[something this app can't read]";
  }
}
