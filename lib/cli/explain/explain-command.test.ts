import { describe, expect, it } from 'vitest';
import { capture, parsed } from '../testing/captured-io';

const INCIDENT = 'public/samples/production-incident.json';
const explain = (...args: readonly string[]) => capture(['explain', INCIDENT, ...args]);

describe('highwater explain', () => {
  it('is of the first event unless a step is named', async () => {
    const { code, out, messages } = await explain();
    expect([code, messages]).toEqual([0, '']);
    expect((await explain('--step', '143')).out).toBe(out);
  });

  it('takes a step for one of the agent, not of its summariser', async () => {
    const fixture = 'lib/readers/importers/formats/opencode/fixtures/opencode/export.json';
    const { code, out } = await capture(['explain', fixture, '--step', '8']);
    expect(code).toBe(0);
    expect(out).toMatch(/^Step 8 /m);
    expect(out).not.toContain('(summariser)');
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
        text: 'With a cap of 7.5×: no overflow (was 1), 1 compaction (was 0).',
      },
      session: {
        before: { overflows: 1, compactions: 0 },
        after: { overflows: 0, compactions: 1 },
      },
      headline: { text: 'Step 143 compacts and the request fits.' },
    });
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
