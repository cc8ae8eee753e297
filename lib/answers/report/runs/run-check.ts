import { digestsOf, numbersText, type Sha256 } from './digests';
import { firstDifference, type RunPair } from './first-difference';
import type { RunFinding, RunRecord, RunResult } from './run-record';

/** Something that a result depends on and that is not what it was. */
export interface RunChange {
  readonly of: 'record' | 'engine' | 'trace' | 'session' | 'settings' | 'prefix' | 'limit';
  readonly text: string;
}

/** A frozen run compared with a replay of now. */
export interface RunCheck {
  /** same: every number is. refused: nothing could be replayed; `refusal` says why. */
  readonly outcome: 'same' | 'differs' | 'refused';
  /** Null unless nothing could be replayed. */
  readonly refusal: string | null;
  /** Name, version and engine that froze it, and that of now. */
  readonly producer: { readonly then: string; readonly now: string };
  readonly changes: readonly RunChange[];
  /** The first step at which a column differs, with every column that differs there. */
  readonly first: { readonly step: number; readonly values: readonly RunPair[] } | null;
  /** Every total, side by side; those of now are null where nothing was replayed. */
  readonly totals: readonly RunPair[];
  /** Findings of then that are gone, and new ones. */
  readonly findings: {
    readonly gone: readonly RunFinding[];
    readonly fresh: readonly RunFinding[];
  };
}

/** Most characters of a value in a sentence. */
const LONGEST = 80;

/**
 * Compares a frozen run with its replay of now. The result is the same where every number is; words of
 * events and findings may change without another engine, and are compared apart.
 */
export function checkRun(then: RunRecord, now: RunRecord, sha: Sha256): RunCheck {
  const same = numbersText(of(then, now)) === numbersText(of(now, then));
  return {
    outcome: same ? 'same' : 'differs',
    refusal: null,
    producer: { then: then.producer, now: now.producer },
    changes: [...editedParts(then, sha), ...changesOf(then, now)],
    first: same ? null : firstDifference(then, now),
    totals: pairsOf(then.result.totals, now.result.totals),
    findings: {
      gone: without(then.findings, now.findings),
      fresh: without(now.findings, then.findings),
    },
  };
}

/** A result with the columns alone that the other has too: a later version may write more of them. */
function of({ result }: RunRecord, other: RunRecord): RunResult {
  const shared = Object.entries(result.columns).filter(([name]) => name in other.result.columns);
  return { ...result, columns: Object.fromEntries(shared) };
}

/** The check of a run that cannot be replayed now. */
export function refusedCheck(
  then: RunRecord,
  refusal: string,
  producer: string,
  sha: Sha256,
): RunCheck {
  return {
    outcome: 'refused',
    refusal,
    producer: { then: then.producer, now: producer },
    changes: editedParts(then, sha),
    first: null,
    totals: pairsOf(then.result.totals, {}),
    findings: { gone: [], fresh: [] },
  };
}

/** Parts of a record that do not fit its own digests: they were changed after it was frozen. */
function editedParts(then: RunRecord, sha: Sha256): readonly RunChange[] {
  const digests = digestsOf(then, sha);
  const parts = [
    ['question', 'Policy, settings, faults, prefix, limit or session'],
    ['result', 'The numbers'],
    ['rest', 'Words, totals, findings, note or names'],
  ] as const;
  return parts.flatMap(([part, words]): readonly RunChange[] =>
    digests[part] === then.digests[part]
      ? []
      : [{ of: 'record', text: `${words} of this record were edited after it was frozen.` }],
  );
}

function changesOf(then: RunRecord, now: RunRecord): readonly RunChange[] {
  const [was, is] = [then.question, now.question];
  const change = (of: RunChange['of'], changed: boolean, text: string): readonly RunChange[] =>
    changed ? [{ of, text }] : [];
  const other = was.numbers !== is.numbers;
  const files = [then.session.trace, now.session.trace];
  const file = files[0] !== null && files[1] !== null && files[0] !== files[1];
  return [
    ...change(
      'engine',
      then.engine !== now.engine,
      `Engine ${then.engine} froze it, engine ${now.engine} replays it now.`,
    ),
    ...change('session', other, sessionText(then, now, file)),
    ...change(
      'trace',
      file && !other,
      'The trace is another file; everything that a replay counts is the same.',
    ),
    ...settingChanges(was.settings, is.settings),
    ...change(
      'prefix',
      was.prefixTokens !== is.prefixTokens,
      `The prefix was ${was.prefixTokens} tokens, it is ${is.prefixTokens} now.`,
    ),
    ...change(
      'limit',
      was.limit !== is.limit,
      `The limit was ${was.limit ?? 'unknown'}, it is ${is.limit ?? 'unknown'} now.`,
    ),
  ];
}

function sessionText(then: RunRecord, now: RunRecord, file: boolean): string {
  const [was, is] = [then.session.steps, now.session.steps];
  const steps = was === is ? '' : `: it had ${was} steps, it has ${is} now`;
  if (file || then.session.trace === null) return `The session is another one${steps}.`;
  return `The trace is the same file, but is measured otherwise now${steps}.`;
}

/** Settings that a later version of the policy added, and those whose value it reads otherwise. */
function settingChanges(
  then: RunRecord['question']['settings'],
  now: RunRecord['question']['settings'],
): readonly RunChange[] {
  const keys = [...new Set([...Object.keys(then), ...Object.keys(now)])];
  return keys.flatMap((key): readonly RunChange[] => {
    const [was, is] = [then[key], now[key]];
    if (was === is) return [];
    const text =
      was === undefined
        ? `The setting ${key} is new; its default, ${shown(is)}, was taken.`
        : `${key} was ${shown(was)}, it is ${shown(is)} now.`;
    return [{ of: 'settings', text }];
  });
}

const shown = (value: unknown): string => String(value).slice(0, LONGEST);

function pairsOf(
  then: RunRecord['result']['totals'],
  now: RunRecord['result']['totals'],
): readonly RunPair[] {
  const names = [...new Set([...Object.keys(then), ...Object.keys(now)])];
  return names.map((name) => ({ name, then: then[name] ?? null, now: now[name] ?? null }));
}

/** Findings by detector and steps that others lack. */
function without(
  findings: readonly RunFinding[],
  others: readonly RunFinding[],
): readonly RunFinding[] {
  const key = ({ detector, of, steps }: RunFinding): string =>
    JSON.stringify([detector, of, steps.map(({ from, to }) => [from, to])]);
  const known = new Set(others.map(key));
  return findings.filter((one) => !known.has(key(one)));
}
