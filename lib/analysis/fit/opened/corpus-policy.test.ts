import { expect, it } from 'vitest';
import { corpusPolicy, mixedWords } from './corpus-policy';

const many = (count: number, policy: string, preset: string | null = null, own = true) =>
  Array.from({ length: count }, () => ({ policy, preset, own }));

it('is the one that all sessions share, in the version that recorded all of them', () => {
  const old = corpusPolicy(many(3, 'claude-code', 'to-2.1.20'));
  expect([old.policy.id, old.preset?.id]).toEqual(['claude-code', 'to-2.1.20']);
  expect(mixedWords(old)).toBeNull();
  const both = corpusPolicy([...many(3, 'claude-code', 'to-2.1.20'), ...many(1, 'claude-code')]);
  expect([both.policy.id, both.preset]).toEqual(['claude-code', null]);
  expect(mixedWords(both)).toBeNull();
});

it('is that of the most sessions where they differ, and says of how many which', () => {
  const mixed = corpusPolicy([
    ...many(3, 'contextguard-threshold', null, false),
    ...many(5, 'codex'),
    ...many(20, 'claude-code'),
  ]);
  expect(mixed.policy.id).toBe('claude-code');
  expect(mixedWords(mixed)).toBe(
    'These 28 sessions ran under 3 policies: 20 of Claude Code, 5 of Codex, 3 of agents that no policy models. All are asked under Claude Code.',
  );
});

it('is one that can be asked, else ContextGuard', () => {
  const sessions = [...many(3, 'recorded'), ...many(1, 'codex')];
  expect(corpusPolicy(sessions, ({ id }) => id !== 'recorded').policy.id).toBe('codex');
  expect(corpusPolicy([]).policy.id).toBe('contextguard-threshold');
  expect(mixedWords(corpusPolicy([]))).toBeNull();
});
