import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { countPart } from '@/lib/engine/tokens/contextguard';
import type { Session } from '@/lib/engine/session/schema';
import { readTrace } from '../../testing/read-trace';

const folder = process.env['HIGHWATER_TRACES'] ?? '';

/** Rows of the manifest's table: file, calls, largest prompt, compactions. */
const manifest = new Map(
  readFileSync(join(folder, 'MANIFEST.md'), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| codex/'))
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .map(([, file = '', , calls, largest, compactions]) => [
      file.replace('codex/', ''),
      { calls: Number(calls), largest: Number(largest), compactions: Number(compactions) },
    ]),
);

const files = readdirSync(join(folder, 'codex'));

/** Attempted calls without a count, which the manifest leaves out. */
const uncounted: Readonly<Record<string, number>> = {
  // The user interrupted the turn 0.6 s after sending it; no count came.
  'gpt-5.4__git-sync-50cf769213-0.jsonl': 1,
  // The file was copied while a call's tool ran: the answer is there, its count is not.
  'gpt-5.6-sol__entire-graph-18f6ff334a-0.jsonl': 1,
};

/** Heuristic tokens of each entry, and of the prefix. */
function sizesOf({ entries, prefix }: Session): {
  readonly own: number[];
  readonly prefix: number;
} {
  const sum = (parts: Session['entries'][number]['parts']): number =>
    parts.reduce((tokens, part) => tokens + (part.kind === 'thought' ? 0 : countPart(part)), 0);
  return { own: entries.map(({ parts }) => sum(parts)), prefix: sum(prefix.system ?? []) };
}

/** Real / heuristic of every counted step, with the recorded compactions applied. */
function ratiosOf(session: Session): number[] {
  const { own, prefix } = sizesOf(session);
  return session.steps.flatMap((step, i) => {
    if (step.real === null) return [];
    const compaction = session.compactions.findLast((c) => c.step <= i);
    const kept = (at: number): boolean =>
      compaction === undefined ||
      at >= compaction.entry ||
      compaction.kept.some(([from, to]) => at >= from && at < to);
    const summary = (compaction?.summary ?? []).reduce((sum, part) => sum + countPart(part), 0);
    const visible = own.reduce(
      (sum, size, at) => (at < step.entries && kept(at) ? sum + size : sum),
      0,
    );
    return [step.real / (prefix + summary + visible)];
  });
}

test('the manifest lists every file', () => {
  expect(files.length).toBeGreaterThan(0);
  expect(files.filter((file) => !manifest.has(file))).toEqual([]);
});

describe.each(files)('%s', (file) => {
  const read = readTrace(readFileSync(join(folder, 'codex', file), 'utf8'), 'jsonl', file);
  if (!read.ok) throw new Error(read.error.message);
  const { sessions, receipt, format } = read.value;
  const [session] = sessions;
  if (!session) throw new Error('no session');
  const { steps } = session;

  test('has the calls, the largest prompt and the compactions of the manifest', () => {
    expect(format).toBe('codex');
    expect(sessions).toHaveLength(1);
    expect(steps.filter(({ real }) => real === null)).toHaveLength(uncounted[file] ?? 0);
    expect({
      calls: steps.filter(({ real }) => real !== null).length,
      largest: Math.max(...steps.map(({ real }) => real ?? 0)),
      compactions: session.compactions.length,
    }).toEqual(manifest.get(file));
  });

  test('has a receipt that adds up, the system prompt and the limit', () => {
    const sum = [...receipt.merged, ...receipt.dropped].reduce((n, { records }) => n + records, 0);
    expect(receipt.kept + sum).toBe(receipt.read);
    expect(session.prefix.system?.length).toBe(1);
    expect(session.limit).toEqual({ tokens: 258_400, source: 'recording' });
  });

  test('sees about as much as the provider counted', () => {
    const ratios = ratiosOf(session).sort((a, b) => a - b);
    const median = ratios[ratios.length >> 1] ?? 0;
    expect(median).toBeGreaterThan(1.1);
    expect(median).toBeLessThan(1.9);
  });
});
