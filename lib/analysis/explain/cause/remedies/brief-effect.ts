import { counted, formatInteger } from '@/lib/engine/base/format';
import type { RemedyEffect } from './remedy';

/** What a remedy makes of the session, in few words: "fits, 1 compaction, 18 steps earlier". */
export function briefEffect({ before, after, at }: RemedyEffect, step: number): string {
  const earlier = at === null ? 0 : step - at;
  return [
    ...(after.loop === null ? [] : ['loops']),
    ...overflowWords(before.overflows, after.overflows),
    compactionWords(before.compactions, after.compactions),
    ...(earlier > 0 ? [`${counted(earlier, 'step')} earlier`] : []),
  ].join(', ');
}

function overflowWords(before: number, after: number): readonly string[] {
  if (after === 0) return before === 0 ? [] : ['fits'];
  return [
    `${counted(after, 'overflow')}${before === after ? '' : `, was ${formatInteger(before)}`}`,
  ];
}

function compactionWords(before: number, after: number): string {
  const now = after === 0 ? 'no compaction' : counted(after, 'compaction');
  return before === 0 || before === after ? now : `${now}, was ${formatInteger(before)}`;
}
