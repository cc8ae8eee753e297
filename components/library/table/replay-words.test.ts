import { expect, it } from 'vitest';
import type { SessionRow } from '@/lib/api/contract/contract';
import { sessionRow } from '../testing/session-row';
import { replayWords } from './replay-words';

const guard = {
  ...{ policy: 'contextguard-threshold', preset: null, version: null, own: false },
  label: 'ContextGuard',
};
const pi = { policy: 'pi', preset: '2026-03', label: 'pi', version: '2026-03: seldom', own: true };

const rows: readonly (readonly [Partial<SessionRow>, label: string, sentence: string])[] = [
  [{}, 'Claude Code', 'As it ran, under Claude Code.'],
  [{ opening: pi }, 'pi', 'As it ran, under pi (2026-03: seldom).'],
  [
    { agent: 'Aider', opening: guard },
    'ContextGuard over Aider',
    'No policy models Aider: the replay is ContextGuard’s over its requests.',
  ],
  [{ generated: true, opening: guard }, 'ContextGuard', 'A generated session, under ContextGuard.'],
  [{ opening: null }, '–', 'It is not judged yet.'],
];

it.each(rows)('names whose decisions a row shows: %j', (change, label, sentence) => {
  expect(replayWords(sessionRow(change))).toEqual({ label, sentence });
});
