import { expect, it } from 'vitest';
import type { Part } from '@/lib/engine/session/schema';
import { recordedSummaryText } from './summary-text';

const sealed: Part = {
  kind: 'other',
  type: 'codex:compaction',
  value: { encryptedLength: 12_345 },
};

it('an encrypted summary is said to be one, by itself and beside a text', () => {
  const words = 'The summary is encrypted: 12,345 characters that only the provider can read.';
  expect(recordedSummaryText({ summary: [sealed] })).toEqual({ kind: 'none', reason: words });
  expect(recordedSummaryText({ summary: [{ kind: 'text', text: 'Left' }, sealed] })).toEqual({
    kind: 'recorded',
    texts: ['Left'],
    sealed: words,
  });
});
