import { expect, test } from 'vitest';
import { claudeCode } from '@/lib/readers/importers/formats/claude-code';
import { ReceiptBuilder } from '@/lib/readers/importers/receipt';
import type { SessionDraft } from '@/lib/engine/session/draft';
import type { Json } from '@/lib/engine/session/schema';
import { LogGenerator } from './generate-log';

const LINES = 20_000;

function firstOf(lines: Generator<string>): readonly string[] {
  return Array.from({ length: LINES }, () => String(lines.next().value));
}

const generated = (seed: number): readonly string[] => firstOf(new LogGenerator(seed).lines());

test('a generated log is one session that reads without loss', () => {
  const receipt = new ReceiptBuilder();
  const drafts: SessionDraft[] = [];
  let entries = 0;
  const reader = claudeCode.start({
    file: 'log.jsonl',
    store: { entry: () => entries++, usage: () => 0 },
    receipt,
    session: (draft) => drafts.push(draft),
  });
  generated(1).forEach((line, i) => reader.record(JSON.parse(line) as Json, i + 1));
  while (reader.end() === null);
  const { read, merged } = receipt.finish('claude-code');
  expect(read).toBe(LINES);
  expect(merged.map(({ reason }) => reason)).toEqual(['further line of the same message']);
  expect(drafts).toHaveLength(1);
  expect(drafts[0]?.head.compactions.length).toBeGreaterThan(5);
  expect(drafts[0]?.head.notices).toEqual([]);
});

test('the seed decides the log', () => {
  expect(generated(2).join('')).toBe(generated(2).join(''));
  expect(generated(2)[0]).not.toBe(generated(3)[0]);
});
