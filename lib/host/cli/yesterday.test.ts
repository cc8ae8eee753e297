/** Command lines recorded by commit 2d38b5f (`e2e/yesterday`) still give the same output and exit code. */
import { expect, it } from 'vitest';
import { losses, numbersOf, recording, recordsOf } from '@/lib/tools/testing/yesterday';
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

/** Policies whose default is another version today, and the preset that stands for yesterday's. */
const RESTATED: Readonly<Record<string, string>> = {
  codex: 'codex@reference',
  'opencode-tail': 'opencode-tail@reference',
};

const today = (args: readonly string[]): readonly string[] =>
  args.map((arg, i) => (args[i - 1] === '--policy' ? (RESTATED[arg] ?? arg) : arg));

/** The source of such a policy is its new version's; yesterday's default has a name. */
const RESTATEMENT =
  /^policies\.\d+\.provenance\.(version|fidelity): |\bpreset: null → "reference"$/;

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
      expect(unlike.filter((loss) => !RESTATEMENT.test(loss))).toEqual([]);
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
