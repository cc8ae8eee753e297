import { expect, it } from 'vitest';
import { sessionRow } from '../testing/session-row';
import { replayWords } from './replay-words';

const guard = { label: 'ContextGuard', version: null, own: false };

it.each([
  [{}, 'Claude Code', 'As it ran, under Claude Code.'],
  [
    { opening: { label: 'pi', version: '2026-03: before a prompt only', own: true } },
    'pi',
    'As it ran, under pi (2026-03: before a prompt only).',
  ],
  [
    { agent: 'Aider', opening: guard },
    'ContextGuard over Aider',
    'No policy models Aider: the replay is ContextGuard’s over its requests.',
  ],
  [{ generated: true, opening: guard }, 'ContextGuard', 'A generated session, under ContextGuard.'],
  [{ opening: null }, '–', 'It is not judged yet.'],
])('names whose decisions a row shows: %j', (change, label, sentence) => {
  const { opening = {}, ...rest } = change;
  const row = sessionRow(rest);
  const brief = opening && {
    policy: 'p',
    preset: null,
    label: 'Claude Code',
    version: null,
    own: true,
    ...opening,
  };
  expect(replayWords({ ...row, opening: brief })).toEqual({ label, sentence });
});
