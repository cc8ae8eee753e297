/** Changes of the log ranked with the settings that an answer compares. */
import { counted, formatInteger } from '@/lib/engine/base/format';
import type { AnswerColumn } from '@/lib/tuning/recommend/answer-columns';
import type { LogChange } from '@/lib/tuning/recommend/log-changes';
import { placeWords } from '@/lib/tuning/recommend/setting-words';
import type { TuneField } from '@/lib/tuning/recommend/tune-field';
import { sentence, type Block } from '../../model/block';

/** Settings or a change of the log, with what a corpus comes to. */
type Ranked = Omit<LogChange, 'tokens'> & { readonly label: string; readonly isToday: boolean };

const byNetEffect = (a: Ranked, b: Ranked): number =>
  a.overflowing - b.overflowing ||
  a.looping - b.looping ||
  a.compactions - b.compactions ||
  a.removed - b.removed;

/**
 * The changes that leave the sessions better than today's settings do, in one table with the settings
 * compared, the best net effect first; a sentence where none does, and nothing where no result is that large.
 */
export function logChangeBlocks(
  field: TuneField,
  columns: readonly AnswerColumn[],
  changes: readonly LogChange[],
): readonly Block[] {
  const tried = changes.filter(({ cut }) => cut > 0);
  if (tried.length === 0) return [];
  const settings = columns.map(({ role, place, ...one }): Ranked => {
    const label = `${role}: ${placeWords(field.column, place)}`;
    return { ...one, label, isToday: role === 'today', cut: 0, removed: 0 };
  });
  const helping = tried
    .map(({ tokens, ...one }): Ranked => {
      const label = `today’s, every tool result at most ${formatInteger(tokens)} tokens`;
      return { ...one, label, isToday: false };
    })
    .filter((one) => settings[0] !== undefined && byNetEffect(one, settings[0]) < 0);
  if (helping.length === 0) {
    const caps = tried.map(({ tokens }) => formatInteger(tokens)).join(', ');
    return [
      sentence([
        `Tool results cut to at most ${caps} tokens, replayed under today’s settings, save no overflow, no loop and no compaction.`,
      ]),
    ];
  }
  return [
    sentence([
      `Not a setting: tool results cut in the log, ranked with the settings by what ${counted(helping[0]?.sessions ?? 0, 'session')} come to. Tokens are bytes / 4; later steps stay as recorded, though with less to read the agent might have asked again.`,
    ]),
    {
      kind: 'table',
      columns: [
        { head: 'settings or change of the log' },
        ...[
          'overflow',
          'loop',
          'compactions',
          'better · worse · same',
          'results cut',
          'tokens cut',
        ].map((head) => ({ head, number: true })),
      ],
      rows: [...settings, ...helping]
        .sort(byNetEffect)
        .map((one) => [
          one.label,
          ...[one.overflowing, one.looping, one.compactions].map(formatInteger),
          one.isToday ? '–' : [one.better, one.worse, one.same].map(formatInteger).join(' · '),
          ...[one.cut, one.removed].map((figure) => (figure === 0 ? '–' : formatInteger(figure))),
        ]),
    },
  ];
}
