import { describe, expect, it } from 'vitest';
import { queryKeys } from '@/lib/api/queries/queries';
import { fileState } from './watched-folder';
import { staleKeys } from './refresh';

describe('staleKeys', () => {
  it('drops each key once, and of a session all that belongs to it', () => {
    const changes = [
      { kind: 'session', subject: 'a' },
      { kind: 'session', subject: 'a' },
      { kind: 'import', subject: 'i' },
    ];
    const keys = staleKeys(changes);
    expect(new Set(keys.map((key) => JSON.stringify(key))).size).toBe(keys.length);
    for (const key of [
      queryKeys.sessions,
      queryKeys.session('a'),
      queryKeys.profile('a'),
      ['entries', 'a'],
      queryKeys.imports,
    ]) {
      expect(keys).toContainEqual(key);
    }
    expect(keys).not.toContainEqual(queryKeys.session('b'));
  });

  it('passes over what it does not know, and drops everything when some was missed', () => {
    expect(staleKeys([{ kind: 'later', subject: 'x' }])).toEqual([]);
    expect(staleKeys('missed')).toContainEqual(queryKeys.sessions);
    expect(staleKeys('missed')).toContainEqual(['profile']);
  });
});

describe('fileState', () => {
  it('says how a file stands', () => {
    const file = {
      path: 'a',
      bytes: 1,
      modifiedAt: 1,
      status: 'done',
      format: 'codex',
      sessionId: null,
      sessionCount: 2,
      error: null,
    } as const;
    expect(fileState(file)).toBe('2 sessions, codex');
    expect(fileState({ ...file, status: 'queued' })).toBe('waiting');
    expect(fileState({ ...file, status: 'failed', error: { message: 'x' } })).toBe('not imported');
  });
});
