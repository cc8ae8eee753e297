/** What came of the sessions that programs wrote themselves: `lib/conformance/<system>/own-files.json.br`. */
import results from './own-files.json';

/** Sessions of one kind. */
export interface OwnFileKind {
  readonly kind: string;
  readonly sessions: number;
  /** Those of which every request is the program's: tokens, messages, compared value, compaction, what it kept. */
  readonly reproduced: number;
}

/** The sessions of one system, of one release. */
export interface OwnFileResult {
  readonly policy: string;
  readonly package: string;
  readonly version: string;
  readonly kinds: readonly OwnFileKind[];
}

/** By the names of the systems; `lib/cli/conformance/own-files` computes them, and its test holds them. */
export const ownFileResults: readonly OwnFileResult[] = results;

const NEWEST =
  'of several compactions the folder of a session keeps the newest: what requests behind an earlier one held is in no file';

/** Why sessions of a kind are not reproduced, by policy and kind: each kind that has some is here. */
export const ownFileCauses: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  cline: {
    plain: NEWEST,
    calls: NEWEST,
    usage: NEWEST,
    resume: NEWEST,
    switch: NEWEST,
    odd: NEWEST,
  },
  codex: {
    usage: 'one request of one session is a token smaller in the program; the cause is not known',
  },
  'gemini-cli': {
    resume:
      'one session is in two files, of which the larger is compared: the program kept five messages, the file three',
  },
  kimi: {
    usage:
      'behind a compaction that no usage follows the count rests on the summary’s size, which is estimated: 19 tokens off',
  },
  'opencode-tail': {
    manual:
      'a tail that begins before the newest compaction is sent with its summary once more, which the log does not hold as a message',
  },
  qwen: {
    usage:
      'behind a compaction that no usage follows the count rests on the summary’s size, which is estimated: 57 tokens off',
    images: 'a summary that the program asked for and did not use is in no file',
    switch:
      'the first request of another model behind a compaction is counted with reminders that are put back, which the file does not hold',
    errors: 'a prompt behind a refused one is sent in one message with it: the file holds two',
    odd: 'results that the program cleared are marked in no file: a replay takes them off once more',
  },
};

/** What each kind of session holds, in words. */
export const ownFileKinds: Readonly<Record<string, string>> = {
  plain: 'prompts, texts, calls',
  texts: 'CJK, emoji, accents, escapes',
  calls: 'several calls at once; failing, malformed and unknown ones',
  usage: 'missing usage, cached tokens',
  images: 'images of users and tools',
  resume: 'the program is started again',
  fork: 'a copy of the session goes on',
  switch: 'another model, with another window where the program has one',
  manual: 'compactions by hand',
  errors: 'errors of the provider',
  odd: 'odd windows, tiny keeps',
};

/** The result of a policy’s system; null for one without own files. */
export const ownFilesOf = (policy: string): OwnFileResult | null =>
  ownFileResults.find((one) => one.policy === policy) ?? null;

/** All kinds of a system together. */
export function ownFileSum({ kinds }: OwnFileResult): OwnFileKind {
  const sum = (of: 'sessions' | 'reproduced'): number =>
    kinds.reduce((all, one) => all + one[of], 0);
  return { kind: 'all', sessions: sum('sessions'), reproduced: sum('reproduced') };
}

/** "57 of 66" */
export const ownFileWords = ({ reproduced, sessions }: OwnFileKind): string =>
  `${reproduced} of ${sessions}`;
