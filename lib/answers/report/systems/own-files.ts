/** What came of the sessions that programs wrote themselves: `lib/conformance/<system>/own-files.json.br`. */
import results from './own-files.json';

/** Sessions of one kind. */
export interface OwnFileKind {
  readonly kind: string;
  readonly sessions: number;
  /** Those of which every step is the program's: count, tokens, messages, compared value, compaction, what is kept. */
  readonly reproduced: number;
}

/** The sessions of one system, of one release. */
export interface OwnFileResult {
  readonly policy: string;
  readonly package: string;
  readonly version: string;
  readonly kinds: readonly OwnFileKind[];
}

/** By the policy's id, in the order of the systems' names; the test of the comparison holds it. */
export const ownFileResults: readonly OwnFileResult[] = results;

/** Why sessions of a kind are not reproduced, by policy and kind. */
export const ownFileCauses: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  pi: {
    switch: 'no file names the window of a model of your own, and one window holds for all steps',
    usage:
      'where no usage came yet pi counts the JSON of its tools, of which a profile holds the values',
    errors: 'likewise, where the first call failed',
  },
};

/** What each kind of session holds, in words. */
export const ownFileKinds: Readonly<Record<string, string>> = {
  plain: 'prompts, texts, calls',
  texts: 'CJK, emoji, accents, escapes',
  calls: 'up to five calls at once; failing, malformed and unknown ones',
  usage: 'missing usage, cached tokens',
  images: 'images of users and tools',
  resume: 'the program started again',
  fork: 'a copy of the session continued',
  switch: 'a model with another window',
  manual: 'compactions by hand',
  errors: 'errors of the provider',
  odd: 'odd windows, keeps of 0 to 7 tokens',
};

/** The sessions of a system, all kinds together; null for one without. */
export function ownFilesOf(policy: string): OwnFileKind | null {
  const kinds = ownFileResults.find((one) => one.policy === policy)?.kinds;
  if (kinds === undefined) return null;
  return {
    kind: 'all',
    sessions: kinds.reduce((sum, { sessions }) => sum + sessions, 0),
    reproduced: kinds.reduce((sum, { reproduced }) => sum + reproduced, 0),
  };
}
