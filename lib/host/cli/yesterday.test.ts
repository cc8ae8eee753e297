/** Command lines recorded by commit 2d38b5f (`e2e/yesterday`) still give the same output and exit code. */
import { expect, it } from 'vitest';
import { asProjectedNow, recordsNow } from '@/lib/tools/testing/engine-rule';
import { exactParts, withoutProjected } from '@/lib/tools/testing/text-rule';
import { losses, numbersOf, recording, recordsOf } from '@/lib/tools/testing/yesterday';
import { DEFAULT_POLICY } from '@/lib/policies/registry';
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

/** Policy that a call names, or ContextGuard. */
function policyOf(args: readonly string[]): string {
  const at = args.indexOf('--policy');
  return (at < 0 ? undefined : args[at + 1]?.split('@')[0]) ?? DEFAULT_POLICY;
}

const optionsOf = (text: string): readonly string[] => text.match(/--[a-z]+/g) ?? [];

it.each(calls.map((call) => [call.args.join(' '), call] as const))(
  'highwater %s',
  async (_, call) => {
    const { args, stdin, code, json, out = '' } = call;
    const now = await capture(args, stdin);
    const rescored = args[0] === 'tokens' && args[1]?.endsWith(REFUSES) === true;
    expect({ code: now.code, messages: now.messages }).toMatchObject({ code });
    expect(now.messages === '').toBe(call.messages === '');
    if (json !== undefined) {
      const grown = args[0] === 'policies';
      const answer: unknown = JSON.parse(now.out);
      const policy = policyOf(args);
      const lost = losses(asProjectedNow(json, answer, { policy }), answer, { grown });
      expect(lost.filter((loss) => !rescored || !RESCORED.test(loss))).toEqual([]);
    } else if (args.includes('--csv')) {
      const records = recordsOf(now.out);
      expect(losses(recordsNow(recordsOf(out), records, policyOf(args)), records)).toEqual([]);
    } else if (args.includes('--help')) {
      expect(optionsOf(now.out)).toEqual(expect.arrayContaining([...optionsOf(out)]));
    } else {
      expect(now.out === '').toBe(out === '');
      const policy = policyOf(args);
      if (args[0] === 'replay')
        expect(exactParts(now.out, policy)).toEqual(exactParts(out, policy));
      const exact = args[0] === 'replay' ? withoutProjected(out, policy) : out;
      if (!rescored)
        expect(numbersOf(now.out)).toEqual(expect.arrayContaining([...numbersOf(exact)]));
    }
  },
);
