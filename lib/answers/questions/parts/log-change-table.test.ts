import { describe, expect, it } from 'vitest';
import { answerColumns } from '@/lib/tuning/recommend/answer-columns';
import { logChanges } from '@/lib/tuning/recommend/log-changes';
import { recommend } from '@/lib/tuning/recommend/recommendation';
import { drain } from '@/lib/engine/base/drain';
import { plant, sweepPlanted } from '@/lib/tuning/testing/planted';
import { answerText } from '../../print/text';
import { logChangeBlocks } from './log-change-table';

/** 25 tool results of so many heuristic tokens each; the printed form has 12 bytes around a result's text. */
const session = (name: string, tokens: number, count = 25) => ({
  name,
  results: Array<number>(count).fill(tokens * 4 - 12),
});

function ranked(all: Parameters<typeof plant>[0]) {
  const corpus = plant(all);
  const field = sweepPlanted(
    corpus,
    [{ setting: 'window', values: [160_000, 180_000, 200_000] }],
    [180_000],
  );
  const { column } = field;
  const plan = { columns: [column], limit: 200_000 };
  const changes = drain(
    logChanges(
      field,
      plan,
      corpus.map((one) => one.session),
    ),
  );
  const columns = answerColumns(field, recommend(field) ?? fail());
  return { changes, text: answerText(logChangeBlocks(field, columns, changes)) };
}

describe('changes of the log', () => {
  it('are replayed over every session and ranked with the settings by their net effect', () => {
    const { changes, text } = ranked([session('large', 10_000), session('small', 500)]);
    const left = { sessions: 2, overflowing: 0, looping: 0 };
    const better = { ...left, compactions: 0, better: 1, worse: 0, same: 1, cut: 25 };
    expect(changes).toEqual([
      // Nothing is larger: the sessions stay as they are.
      { tokens: 16_000, ...better, cut: 0, removed: 0, compactions: 1, better: 0, same: 2 },
      { tokens: 4_000, ...better, removed: 25 * 6_000 },
      { tokens: 1_000, ...better, removed: 25 * 9_000 },
    ]);
    const rows = text.split('\n').filter((line) => /^(today|runner-up)/.test(line));
    expect(rows.map((row) => row.split(/ {2,}/))).toEqual([
      // Of equal effects the one that takes less from the log.
      [
        ...['today’s, every tool result at most 4,000 tokens', '0', '0', '0'],
        '1 · 0 · 1',
        '25',
        '150,000',
      ],
      [
        ...['today’s, every tool result at most 1,000 tokens', '0', '0', '0'],
        '1 · 0 · 1',
        '25',
        '225,000',
      ],
      ['today: window 180,000', '0', '0', '1', '–', '–', '–'],
      ['runner-up: window 160,000', '0', '0', '2', '0 · 1 · 1', '–', '–'],
    ]);
  });

  it('that save nothing are a sentence, and none where no result is that large', () => {
    expect(ranked([session('short', 10_000, 5)]).text).toBe(
      'Tool results cut to at most 4,000, 1,000 tokens, replayed under today’s settings, save no overflow, no loop and no compaction.\n',
    );
    expect(ranked([session('small', 500)]).text).toBe('');
  });
});

function fail(): never {
  throw new Error('nothing is recommended');
}
