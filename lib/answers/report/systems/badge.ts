/** What a policy's badge says, the same on every page, command and report. */
import { formatInteger } from '@/lib/engine/base/format';
import { basisWords } from '@/lib/engine/policy/basis-words';
import type { Settings } from '@/lib/engine/policy/fields';
import {
  comparedWords,
  provenanceOf,
  type Basis,
  type GoldenVectors,
  type Policy,
  type Preset,
} from '@/lib/engine/policy/policy';
import { versionUsed } from '@/lib/engine/policy/preset-of';
import { ownFilesOf, ownFileSum, ownFileWords } from './own-files';

/** How exact a policy is in one version, and what shows it. */
export interface Badge {
  readonly basis: Basis;
  /** "exact" */
  readonly word: string;
  readonly meaning: string;
  /** The one version that all of this is of. */
  readonly version: string;
  /** "@openai/codex 0.169.0, 48 runs"; null where nothing was run. */
  readonly compared: string | null;
  /** "187 of 198 own files of 1.6.0"; null for a version without any. */
  readonly ownFiles: string | null;
}

/** The badge of a policy's newest version, or of the version that a preset stands for. */
export function badgeOf(policy: Policy, preset?: Preset<unknown>): Badge {
  const { version, basis, compared, golden } = provenanceOf(policy, preset);
  const { badge: word, text: meaning } = basisWords[basis];
  const ran = compared === undefined ? goldenWords(golden) : comparedWords(compared);
  const isNewest = preset?.provenance === undefined;
  const own = isNewest ? ownFilesOf(policy.id) : null;
  const ownFiles =
    own === null ? null : `${ownFileWords(ownFileSum(own))} own files of ${own.version}`;
  return { basis, word, meaning, version, compared: ran, ownFiles };
}

const goldenWords = (golden: GoldenVectors | undefined): string | null =>
  golden === undefined
    ? null
    : `${formatInteger(golden.sessions)} sessions, ${golden.sums === true ? 'sums of ' : ''}${formatInteger(golden.steps)} golden steps`;

/**
 * The badge of the version whose rules some settings are, or are nearest to. What was compared stands for the
 * version's own settings, so it says where others are in force. `plain`: what the newest version takes from the session.
 */
export function badgeUnder(policy: Policy, settings: Settings, plain: Settings = {}): Badge {
  const { version, isOwn } = versionUsed(policy, settings, plain);
  const badge = badgeOf(policy, version);
  if (isOwn || badge.compared === null) return badge;
  return { ...badge, version: `${badge.version} with own settings` };
}

/** "exact · @openai/codex 0.169.0, 48 runs · 35 of 44 own files of 0.171.0": a version that was run is named once. */
export function badgeWords({ word, version, compared, ownFiles }: Badge): string {
  const named = compared?.includes(version) === true ? null : version;
  return [word, named, compared, ownFiles].filter((one) => one !== null && one !== '').join(' · ');
}
