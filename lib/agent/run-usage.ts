import type { TokenUsage as AguiTokenUsage } from "@ag-ui/core";
import type { LanguageModelUsage } from "ai";
import type { TokenUsage } from "@/lib/agent/run";

/** The tokens of a run's model calls, by model. */
export class RunUsage {
  private readonly byModel = new Map<string, TokenUsage>();
  private readonly byInvocation = new Map<string, TokenUsage>();

  add(model: string, usage: TokenUsage, invocationId: string): void {
    this.byModel.set(model, sum(this.byModel.get(model) ?? noUsage, usage));
    this.byInvocation.set(invocationId, sum(this.of(invocationId), usage));
  }

  /** One agent's own, without its delegates'. */
  of(invocationId: string): TokenUsage {
    return this.byInvocation.get(invocationId) ?? noUsage;
  }

  total(): TokenUsage {
    return [...this.byModel.values()].reduce(sum, noUsage);
  }

  /** As RUN_FINISHED carries it. */
  perModel(): AguiTokenUsage[] {
    return [...this.byModel].map(([model, usage]) => ({
      model,
      ...usage,
      totalTokens: usage.inputTokens + usage.outputTokens,
    }));
  }
}

export const noUsage: TokenUsage = { inputTokens: 0, cachedInputTokens: 0, outputTokens: 0 };

function sum(a: TokenUsage, b: TokenUsage): TokenUsage {
  return {
    inputTokens: a.inputTokens + b.inputTokens,
    cachedInputTokens: a.cachedInputTokens + b.cachedInputTokens,
    outputTokens: a.outputTokens + b.outputTokens,
  };
}

/** What a provider did not count is 0. */
export function tokenUsage(usage: LanguageModelUsage): TokenUsage {
  return {
    inputTokens: usage.inputTokens ?? 0,
    cachedInputTokens: usage.inputTokenDetails.cacheReadTokens ?? 0,
    outputTokens: usage.outputTokens ?? 0,
  };
}
