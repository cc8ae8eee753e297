import { counted } from '@/lib/engine/base/format';
import { countText } from '../../net-effect';
import type { RemedyEffect } from './remedy';

/** What a remedy makes of the session, in few words: "fits, 1 compaction, 18 steps earlier". */
export function briefEffect({ before, after, at }: RemedyEffect, step: number): string {
  const earlier = at === null ? 0 : step - at;
  return [
    ...(after.loop === null ? [] : ['loops']),
    ...overflowWords(before.overflows, after.overflows),
    before.compactions === 0 && after.compactions > 0
      ? counted(after.compactions, 'compaction')
      : countText('compaction', before.compactions, after.compactions),
    ...(earlier > 0 ? [`${counted(earlier, 'step')} earlier`] : []),
  ].join(', ');
}

function overflowWords(before: number, after: number): readonly string[] {
  if (after > 0) return [countText('overflow', before, after)];
  return before === 0 ? [] : ['fits'];
}
