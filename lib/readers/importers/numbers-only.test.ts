import { describe, expect, test } from 'vitest';
import { serializeSessions } from '@/lib/engine/session/serialize';
import { MemoryStore } from '@/lib/engine/session/memory-store';
import type { Json } from '@/lib/engine/session/schema';
import { handOver } from './document-lists';
import type { ImportError, TraceInput } from './importer';
import type { Result } from '@/lib/engine/base/result';
import type { SessionDraft } from '@/lib/engine/session/draft';
import { numbersOnlySessions, withoutTexts } from '@/lib/engine/tokens/numbers-only';
import { measureSession } from '@/lib/engine/tokens/measure';
import { ReceiptBuilder } from './receipt';
import { importers } from './registry';
import { endOf } from './testing/end-of';
import { archiveFixtures } from './testing/archive-fixtures';
import { textFixtures } from './testing/fixtures';
import { readArchive, readTrace, recordsOfMembers, type ReadTrace } from './testing/read-trace';

/** A profile without what may quote the trace: labels of steps, reasons of compactions that failed. */
function numbersOf(session: Parameters<typeof measureSession>[0]): unknown {
  const { head, steps, ...columns } = measureSession(session);
  const { label: _, ...numbers } = steps;
  const failedCompactions = head.failedCompactions.map((one) => ({ ...one, reason: null }));
  return { ...columns, steps: numbers, head: { ...head, labels: [], failedCompactions } };
}

/** A trace as read, and its importer's records. */
interface Fixture {
  readonly name: string;
  readonly format: string;
  readonly input: TraceInput;
  readonly read: () => Result<ReadTrace, ImportError>;
  readonly records: () => readonly (readonly [Json, number | string])[];
}

const fixtures: readonly Fixture[] = [
  ...textFixtures.map(({ format, file, input, text }): Fixture => ({
    ...{ name: `${format}/${file}`, format, input },
    read: () => readTrace(text, input),
    records: () => recordsOf(input === 'json' ? [text] : text.split('\n')),
  })),
  ...archiveFixtures.map(({ format, file, members }): Fixture => ({
    ...{ name: `${format}/${file}`, format, input: 'archive' },
    read: () => readArchive(members),
    records: () =>
      recordsOfMembers(
        members,
        importers.find(({ id }) => id === format),
      ),
  })),
];

function recordsOf(lines: readonly string[]): readonly (readonly [Json, number])[] {
  return lines.flatMap((line, i) => {
    try {
      return [[JSON.parse(line) as Json, i + 1] as const];
    } catch {
      return [];
    }
  });
}

test('every importer that reads archives has one', () => {
  const reading = importers.filter(({ inputs }) => inputs.includes('archive'));
  const formats = archiveFixtures.map(({ format }) => format).sort();
  expect(formats).toEqual(reading.map(({ id }) => id).sort());
});

describe.each(archiveFixtures)('$format/$file', ({ format, members }) => {
  test('is claimed by its importer alone, with a receipt that adds up', () => {
    const read = readArchive(members);
    if (!read.ok) throw new Error(read.error.message);
    const { receipt, sessions } = read.value;
    const sum = (lines: typeof receipt.merged): number =>
      lines.reduce((total, { records }) => total + records, 0);
    expect(read.value.format).toBe(format);
    expect(sessions.length).toBeGreaterThan(0);
    expect(receipt.read).toBe(receipt.kept + sum(receipt.merged) + sum(receipt.dropped));
  });
});

describe.each(fixtures)('$name without its texts', ({ input, format, read, records }) => {
  const whole = read();
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
    if (!importer || !reader) throw new Error(`There is no importer ${format}`);
    const take = handOver(importer, reader);
    for (const [value, at] of records()) take(value, at);
    expect(endOf(reader).ok).toBe(true);
    const streamed = drafts.map((draft) => store.session(draft));
    expect(streamed.map(numbersOf)).toEqual(sessions.map(numbersOf));
    expect(JSON.stringify([store.entries, store.usages])).not.toMatch(/"(text|args|response)":/);
  });
});
