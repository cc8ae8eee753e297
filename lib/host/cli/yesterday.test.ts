/** Command lines recorded by commit 2d38b5f (`e2e/yesterday`) still give the same output and exit code. */
import { expect, it } from 'vitest';
import {
  losses,
  NAMED_VERSION,
  numbersOf,
  recording,
  recordsOf,
  YESTERDAYS_PRESET,
} from '@/lib/tools/testing/yesterday';
import { capture } from './testing/captured-io';

/** A call, and what it printed: JSON, or text. */
interface RecordedCall {
  readonly args: readonly string[];
  readonly stdin?: string;
  readonly code: number;
  readonly json?: unknown;
  readonly out?: string;
  readonly messages: string;
}

const calls = recording<readonly RecordedCall[]>('cli.json.gz');

/** Figures of estimators count a refused request too, since its count is known: they are others here. */
const REFUSES = 'opencode-export.json';
const RESCORED = /^(steps|unscored|scores\.\d+\.\w+): \S+ → \S+$/;

/** The call with a policy's version of yesterday named. */
const today = (args: readonly string[]): readonly string[] =>
  args.map((arg, i) => {
    const preset = args[i - 1] === '--policy' ? YESTERDAYS_PRESET[arg] : undefined;
    return preset === undefined ? arg : `${arg}@${preset}`;
  });

/** Source and defaults of such a policy are its new version's. */
const RESTATEMENT =
  /^policies\.\d+\.(provenance\.(version|fidelity|path): |settings\.\d+\.default: (2 → 1000|8000 → 15000)$)/;

const optionsOf = (text: string): readonly string[] => text.match(/--[a-z]+/g) ?? [];

it.each(calls.map((call) => [call.args.join(' '), call] as const))(
  'highwater %s',
  async (_, call) => {
    const { args, stdin, code, json, out = '' } = call;
    const now = await capture(today(args), stdin);
    const rescored = args[0] === 'tokens' && args[1]?.endsWith(REFUSES) === true;
    expect({ code: now.code, messages: now.messages }).toMatchObject({ code });
    expect(now.messages === '').toBe(call.messages === '');
    if (json !== undefined) {
      const grown = args[0] === 'policies';
      const lost = losses(json, JSON.parse(now.out), { grown });
      const unlike = lost.filter((loss) => !rescored || !RESCORED.test(loss));
      expect(unlike.filter((loss) => !RESTATEMENT.test(loss) && !NAMED_VERSION.test(loss))).toEqual(
        [],
      );
    } else if (args.includes('--csv')) {
      expect(losses(recordsOf(out), recordsOf(now.out))).toEqual([]);
    } else if (args.includes('--help')) {
      expect(optionsOf(now.out)).toEqual(expect.arrayContaining([...optionsOf(out)]));
    } else {
      expect(now.out === '').toBe(out === '');
      if (!rescored)
        expect(numbersOf(now.out)).toEqual(expect.arrayContaining([...numbersOf(out)]));
    }
  },
);
