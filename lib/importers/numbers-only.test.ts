import { describe, expect, test } from 'vitest';
import { serializeSessions } from '@/lib/session/serialize';
import { MemoryStore } from '@/lib/session/memory-store';
import type { Json } from '@/lib/session/schema';
import type { SessionDraft } from '@/lib/session/draft';
import { numbersOnlySessions, withoutTexts } from '@/lib/tokens/numbers-only';
import { measureSession } from '@/lib/tokens/profile';
import { ReceiptBuilder } from './receipt';
import { importers } from './registry';
import { endOf } from './testing/end-of';
import { textFixtures } from './testing/fixtures';
import { readTrace } from './testing/read-trace';

/** A profile without the step labels and notices, which may quote the trace. */
function numbersOf(session: Parameters<typeof measureSession>[0]): unknown {
  const { head, steps, ...columns } = measureSession(session);
  const { label: _, ...numbers } = steps;
  return { ...columns, steps: numbers, head: { ...head, labels: [] } };
}

describe.each(textFixtures)('$format/$file without its texts', ({ input, text, format }) => {
  const whole = readTrace(text, input);
  if (!whole.ok) throw new Error(whole.error.message);
  const { sessions } = whole.value;
  const numbers = numbersOnlySessions(sessions);

  test('measures to the same integers, so that every replay does', () => {
    expect(numbers.map(numbersOf)).toEqual(sessions.map(numbersOf));
  });

  test('is a trace of its own, with the links between its sessions', () => {
    const again = readTrace(serializeSessions(numbers), 'json');
    expect(again).toMatchObject({ ok: true, value: { format: 'canonical', sessions: numbers } });
    const parents = numbers.filter(({ source }) => source.parent !== null).length;
    expect(parents).toBe(sessions.filter(({ source }) => source.parent !== null).length);
  });

  test('is the same when the texts go while it is read', () => {
    const store = new MemoryStore();
    const drafts: SessionDraft[] = [];
    const sink = withoutTexts({ store, onSession: (draft) => drafts.push(draft) });
    const importer = importers.find(({ id }) => id === format);
    const reader = importer?.start(
      {
        file: 'unknown',
        store: sink.store,
        receipt: new ReceiptBuilder(),
        session: sink.onSession,
      },
      input,
    );
    if (!reader) throw new Error(`There is no importer ${format}`);
    const lines = input === 'json' ? [text] : text.split('\n').filter((line) => line !== '');
    for (const [i, line] of lines.entries()) {
      try {
        reader.record(JSON.parse(line) as Json, i + 1);
      } catch (error) {
        if (!(error instanceof SyntaxError)) throw error;
      }
    }
    expect(endOf(reader).ok).toBe(true);
    const streamed = drafts.map((draft) => store.session(draft));
    expect(streamed.map(numbersOf)).toEqual(sessions.map(numbersOf));
    expect(JSON.stringify([store.entries, store.usages])).not.toMatch(/"(text|args|response)":/);
  });
});
