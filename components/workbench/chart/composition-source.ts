import type { Replayable } from '@/lib/engine/replay/prepare';
import type { Replay } from '@/lib/engine/replay/replay';
import { Composer } from '@/lib/answers/report/chart/composition';
import {
  compositionNow,
  compositionRows,
  type CompositionNow,
  type CompositionRows,
} from '@/lib/answers/report/chart/composition-rows';
import type { ChartBudget } from '@/lib/answers/report/chart/chart-rows';
import type { ToolNames } from '@/lib/engine/tokens/text/tool-names';

/** Compositions of a session's replays; a session is taken apart once. */
export class CompositionSource {
  #composers = new WeakMap<Replayable, Composer>();
  #tools: ToolNames | null = null;

  nameTools(tools: ToolNames): void {
    if (this.#tools === tools) return;
    this.#tools = tools;
    this.#composers = new WeakMap();
  }

  rows(replay: Replay, budget: ChartBudget): CompositionRows {
    return compositionRows(this.composer(replay), replay, budget);
  }

  now(replay: Replay, step: number): CompositionNow {
    return compositionNow(this.composer(replay), replay, step);
  }

  composer({ session }: Replay): Composer {
    const known = this.#composers.get(session) ?? new Composer(session, this.#tools);
    this.#composers.set(session, known);
    return known;
  }
}
