import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { policies } from '@/lib/policies/registry';
import { parseSession } from '@/lib/engine/session/serialize';
import { textSession } from '@/lib/engine/session/testing/text-session';
import { numbersOnly } from '@/lib/engine/tokens/numbers-only';
import { encodeProfile } from '@/lib/engine/tokens/profile-codec';
import { planted } from '../testing/planted';
import { subjectOf } from '../testing/subject-of';
import { bugReport, checkBugReport, type BugHost } from './bug-report';

const sha = (data: string | Uint8Array): string => createHash('sha256').update(data).digest('hex');
const host: BugHost = { sha, numbersOf: (profile) => sha(encodeProfile(profile)), now: 1 };

function reported(words: string, policy: string): string {
  const session = planted(words);
  const { run } = subjectOf(session, { policy, step: 3 });
  const sizes = numbersOnly(session);
  return bugReport({ run, faults: [], session: sizes, step: 3, expected: 'it holds' }, host);
}

describe('a bug report', () => {
  it.each(policies.map(({ id }) => id))('holds no word of the recording under %s', (policy) => {
    expect(reported('PLANTED-weasel', policy).toLowerCase()).not.toContain('weasel');
  });

  it('is replayed to the same result', () => {
    const checked = checkBugReport(JSON.parse(reported('x', 'contextguard-threshold')), host);
    if (!checked.ok) throw new Error(checked.error);
    const { check, report, now } = checked.value;
    expect(check.outcome).toBe('same');
    expect(check.changes).toEqual([]);
    expect(now).toEqual(report.got);
    expect(report).toMatchObject({ step: 3, expected: 'it holds' });
  });

  it('names the first step at which another engine differs', () => {
    const report = JSON.parse(reported('x', 'contextguard-threshold')) as {
      run: { result: { columns: Record<string, unknown[]> } };
    };
    const { columns } = report.run.result;
    columns['decision'] = [...(columns['decision'] ?? []).slice(0, -1), 7];
    const checked = checkBugReport(report, host);
    if (!checked.ok) throw new Error(checked.error);
    const { outcome, first, changes } = checked.value.check;
    expect([outcome, first?.step]).toEqual(['differs', 3]);
    expect(changes.map(({ of }) => of)).toEqual(['record']);
  });

  it('holds a session that is a session', () => {
    const { session } = JSON.parse(reported('x', 'codex')) as { session: unknown };
    expect(parseSession(session).ok).toBe(true);
  });

  it.each([
    [{}, 'This is no bug report of version 1 (at format).'],
    [{ format: 'highwater-bug-report', version: 2 }, 'This is no bug report of version 1'],
  ])('is not read from %j', (value, message) => {
    const checked = checkBugReport(value, host);
    expect(checked).toMatchObject({ ok: false, error: expect.stringContaining(message) as string });
  });

  it('leaves out what an event quotes of the recording, and is replayed to the same result', () => {
    const failed = {
      step: 2,
      trigger: 'auto',
      preTokens: null,
      time: null,
      reason: 'PLANTED-weasel',
    } as const;
    const session = { ...planted('x'), failedCompactions: [failed] };
    const { run } = subjectOf(session, { policy: 'contextguard-threshold', step: 3 });
    expect(run.notes.events.map(({ text }) => text).join()).toContain('weasel');
    const bug = { run, faults: [], session: numbersOnly(session), step: 3, expected: 'it holds' };
    const text = bugReport(bug, host);
    expect(text).not.toContain('weasel');
    expect(checkBugReport(JSON.parse(text), host)).toMatchObject({
      value: { check: { outcome: 'same' } },
    });
  });

  it('is refused where the sizes replay otherwise', () => {
    const { run } = subjectOf(planted('x'), { policy: 'contextguard-threshold' });
    const session = numbersOnly(textSession('u 40\n-- 10\nm 40\n-- 20'));
    expect(() =>
      bugReport({ run, faults: [], session, step: 1, expected: 'it holds' }, host),
    ).toThrow('replays otherwise');
  });
});
