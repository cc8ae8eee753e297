import { describe, expect, it } from 'vitest';
import { capture, parsed } from '../testing/captured-io';

const INCIDENT = 'public/samples/production-incident.json';
const explain = (...args: readonly string[]) => capture(['explain', INCIDENT, ...args]);

describe('highwater explain', () => {
  it('prints the cause of the first event, its operands and what would have turned it', async () => {
    const { code, out, messages } = await explain();
    expect([code, messages]).toEqual([0, '']);
    const lines = out.split('\n');
    expect(lines[1]).toBe('Step 143 held: the correction measured 8.3333× and is capped at 5×.');
    for (const line of [
      'The last step then added 50,819, the largest jump of the session, right after mcp_connect.',
      'The provider refused 200,819 of 200,000.',
      '  Last real: 150,000 (response of step 142)',
      '  Threshold: 180,000 (200,000 − 20,000)',
      '  Margin: −30,000 (Held)',
      'Would have compacted with',
    ]) {
      expect(lines).toContain(line);
    }
    const net = String.raw`overflows 1 → 0, compactions 0 → 1, ~\$[\d.]+ → ~\$[\d.]+`;
    expect(out).toMatch(new RegExp(`^  Cap 7\\.5×: margin 0; at 143; ${net}$`, 'm'));
    expect(out).toMatch(
      new RegExp(
        `^  Window 180,000: margin \\+84; at 125, 18 steps earlier; 143 fits; ${net}$`,
        'm',
      ),
    );
    expect((await explain('--step', '143')).out).toBe(out);
  });

  it('says whose decision it is where the recording names no policy', async () => {
    const fixture = 'lib/readers/importers/formats/langfuse/fixtures/langfuse/api.json';
    const line =
      /^The recording names no policy: this is ContextGuard’s decision on its requests\.$/m;
    expect((await capture(['explain', fixture])).out).toMatch(line);
    expect((await capture(['explain', fixture, '--policy', 'crush'])).out).not.toMatch(line);
    expect((await explain()).out).not.toMatch(line);
  });

  it('says what is changed, and prints the same as JSON', async () => {
    const { out } = await explain('--step', '143', '--set', 'cap=7.5', '--json');
    const [one] = parsed<{ sessions: readonly Record<string, unknown>[] }>(out).sessions;
    expect(one).toMatchObject({
      number: 1,
      step: 143,
      compacted: true,
      changed: 'One setting changed: cap 5× to 7.5×.',
      verdict: {
        text: 'With a cap of 7.5×, over the session: overflows 1 → 0, compactions 0 → 1.',
      },
      session: {
        before: { overflows: 1, compactions: 0 },
        after: { overflows: 0, compactions: 1 },
      },
      headline: { text: 'Step 143 compacts and the request fits.' },
    });
  });

  it('says first what a change makes of the session', async () => {
    const { out } = await explain('--step', '143', '--set', 'window=154999');
    expect(out.split('\n').slice(2, 4)).toEqual([
      'With a window of 154,999, the session loops: overflows 1 → 0, compactions 0 → 66.',
      'Step 143 compacts and the request fits.',
    ]);
  });

  it('offers no change where the policy, left to itself, does not what was recorded', async () => {
    const { out } = await capture([
      ...['explain', 'public/samples/long-session.json', '--step', '3961'],
    ]);
    expect(out).toContain(
      'Left to itself, ContextGuard threshold does not compact at step 3,961, where the recording did: it misses this step, and no change can be tested at it.',
    );
    expect(out).not.toContain('Would have');
  });

  it('names no change that the rest of the session undoes', async () => {
    const { out } = await explain('--step', '100', '--set', 'window=150000');
    expect(out).toContain('Step 100 compacts');
    expect(out).not.toMatch(/Would have held|157,209/);
  });

  it.each([
    [['--step', '144'], 'The session has no step 144: its steps are 0 to 143.'],
    [['--step', 'last'], '--step wants the number of a step, from 0, not "last".'],
    [['--policy', 'psychic'], 'There is no policy "psychic".'],
    [['--session', 'Lost'], 'The file has no session "Lost".'],
  ])('refuses %j', async (args, message) => {
    const { code, messages } = await explain(...args);
    expect([code, messages]).toEqual([2, expect.stringContaining(message)]);
  });
});
