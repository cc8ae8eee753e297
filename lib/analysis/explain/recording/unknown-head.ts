import { formatInteger } from '@/lib/engine/base/format';
import type { Replayable } from '@/lib/engine/replay/prepare';

/** A conversation before the recording begins, in real tokens. */
export interface UnknownHead {
  readonly tokens: number;
  /** The prefix that is assumed beside it. */
  readonly prefix: number;
}

/** The part of the first request that a recording lacks; null where it starts at the beginning. */
export function unknownHead({ projection }: Pick<Replayable, 'projection'>): UnknownHead | null {
  const { head, prefix } = projection;
  return head > 0 ? { tokens: Math.round(head), prefix: Math.round(prefix) } : null;
}

/** What a recording that starts in the middle lacks, and what to bring. */
export const EARLIER_PART =
  'a recording starts in the middle: its first request holds more than stands before it. Bring the log with its beginning, or the earlier one that it goes on from.';

/** One sentence for {@link unknownHead}; `agent` in words. */
export function unknownHeadText(
  session: Pick<Replayable, 'projection'>,
  agent: string,
): string | null {
  const head = unknownHead(session);
  if (head === null) return null;
  const source =
    session.projection.prefixSource === 'learnt'
      ? 'as the first request behind its first compaction shows'
      : `what ${agent} begins with`;
  return `The recording starts in the middle: ${formatInteger(head.tokens)} tokens of its first request are not in it; a compaction covers them. The prefix is taken as ${formatInteger(head.prefix)} tokens, ${source}.`;
}
