/** Recordings whose window is not the model's: openai/codex#26783, and the switch of PR#11403. */
import { expect, it } from 'vitest';
import { capture } from '@/lib/cli/testing/captured-io';

const SWITCH = 'lib/answers/fixtures/codex-model-switch.jsonl';
const SMALL = 'lib/answers/fixtures/codex-window-2432.jsonl';

const told = async (...args: readonly string[]): Promise<string> => (await capture(args)).out;

it('a switch of the model brings its window, limit and threshold, and is the cause of a refusal', async () => {
  const text = await told('explain', SWITCH, '--step', '8');
  expect(text).toContain(
    'Step 8 held and was refused because the model was switched to gpt-5.1-codex-mini, whose window is 121,600 after 258,400: about 160,217 tokens were sent to it.',
  );
  expect(text).toContain(
    'Threshold: 115,200 (128,000 − 12,800, window 121,600 since step 8: gpt-5.1-codex-mini; fires at this value or above)',
  );
  expect(text).toContain('limit 121,600 (from the recording)');
  expect(await told('explain', SWITCH, '--step', '7')).toContain('Threshold: 244,800');
});

it('a replay’s answer has the limit from the switch on', async () => {
  const answer = JSON.parse(await told('replay', SWITCH, '--json')) as {
    readonly sessions: readonly { readonly limit: unknown; readonly limits: unknown }[];
  };
  const { limit, limits } = answer.sessions[0] ?? {};
  expect(limit).toEqual({ tokens: 258_400, source: 'recording' });
  expect(limits).toEqual([{ from: 8, tokens: 121_600, by: 'recording' }]);
});

it('a sweep along the window holds it for all steps', async () => {
  // 0.9 × the session's own 272,000: nothing fires, and the last request overflows.
  const swept = await told(
    'sweep',
    SWITCH,
    '--policy',
    'codex',
    '--vary',
    'window=272000:272000:1',
  );
  expect(swept).toMatch(/272,000 +0 +0\.00 +1/);
  const own = await told('replay', SWITCH, '--policy', 'codex', '--fault', 'usage-starts@8');
  expect(own).toContain('compacted');
});

it('a window far below what is accepted is what the program decides by', async () => {
  const text = await told('replay', SMALL);
  expect(text).toContain('Compacted at step 1, as its policy does: 25,000 ≥ 2,304 tokens.');
  expect(text).toContain('asks for a compaction at steps 1, 2, 3 and 4');
  expect(await told('explain', SMALL, '--step', '1')).toContain('limit 272,000');
});
