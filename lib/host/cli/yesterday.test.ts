/** Command lines recorded by commit 2d38b5f (`e2e/yesterday`) still give the same output and exit code. */
import { expect, it } from 'vitest';
import { DEFAULT_POLICY } from '@/lib/policies/registry';
import { asProjectedNow, recordsNow } from '@/lib/tools/testing/engine-rule';
import { exactParts, withoutProjected } from '@/lib/tools/testing/text-rule';
import {
  isJudgedNow,
  LABELLED,
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
  /^policies\.\d+\.(presets\.\d+\.)?provenance\.(path|version|fidelity): |^policies\.\d+\.presets\.\d+\.settings\.tailMost: 15000 → nothing$/;
/**
 * The policy by its name where a call named none: that was ContextGuard, and is the agent's own policy
 * since sessions open as they ran.
 */
function namedThen(args: readonly string[]): readonly string[] {
  const named = args[0] !== 'replay' || args.some((arg) => /^--(policy|help)$/.test(arg));
  return named ? args : [...args, '--policy', 'contextguard-threshold'];
}

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
    const now = await capture(namedThen(today(args)), stdin);
    const rescored = args[0] === 'tokens' && args[1]?.endsWith(REFUSES) === true;
    expect({ code: now.code, messages: now.messages }).toMatchObject({ code });
    expect(now.messages === '').toBe(call.messages === '');
    if (json !== undefined) {
      const grown = args[0] === 'policies';
      const answer: unknown = JSON.parse(now.out);
      const policy = policyOf(args);
      const all = losses(asProjectedNow(json, answer, { policy }), answer, { grown });
      const lost = all.filter(
        (loss) =>
          ![RESTATEMENT, NAMED_VERSION, LABELLED].some((rule) => rule.test(loss)) &&
          !isJudgedNow(loss),
      );
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
