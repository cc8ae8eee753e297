/** The recorded counts that bound an agent's threshold: of a session, and of its siblings. */
import { byteAt } from '@/lib/engine/base/read';
import type { Settings } from '@/lib/engine/policy/fields';
import { stepFlag, type Profile } from '@/lib/engine/tokens/profile';
import { fidelityOf } from './fidelity';
import type { OwnPolicy } from './own-policy';
import { thresholdEvidence } from './threshold-evidence';

/** A recorded count that bounds a threshold. */
export interface BoundingCount {
  readonly step: number;
  readonly tokens: number;
  /** It is of a sibling. */
  readonly sibling?: true;
  /** The file does not name what triggered the compaction. */
  readonly unnamed?: true;
}

/** Another session of the same agent and version, which ran under the same settings of its user. */
export interface Sibling {
  readonly profile: Profile;
  readonly own: OwnPolicy;
  readonly prefixTokens: number;
}

/** The sessions that are weighed together, and how they were chosen. */
export interface Siblings {
  readonly sessions: readonly Sibling[];
  /** The files name who ran them: all of these are of one user. */
  readonly ofUser: boolean;
  /** Others of the agent and version that are left out: another user's, or nobody says whose. */
  readonly others: number;
}

/** Compactions whose trigger no file names, by whether they are weighed as automatic ones; the least first. */
export interface UnnamedTriggers {
  readonly weighed: readonly BoundingCount[];
  readonly left: readonly BoundingCount[];
}

/** What a session shows of its threshold, and the settings that its agent has by itself. */
export interface KnobEvidence {
  readonly settings: Settings;
  readonly held: BoundingCount | null;
  /** The least count at which it compacted by itself, as the file says. */
  readonly fired: BoundingCount | null;
  readonly unnamed: readonly BoundingCount[];
  readonly lacks: string | null;
}

/** What a session shows, by itself. */
export function evidenceOf({ profile, own, prefixTokens }: Sibling): KnobEvidence {
  const settings: Settings = {
    ...own.assumed,
    ...('observed' in own.assumed ? { observed: 0 } : {}),
  };
  const lacks = own.policy.recordings?.lacks?.(profile) ?? null;
  const { held, fired, unnamed } = countsOf(profile, { ...own, settings }, prefixTokens);
  const isBounded = fired !== null || unnamed.length > 0;
  return lacks === null || !isBounded
    ? { settings, held, fired, unnamed, lacks: null }
    : { settings, held, fired: null, unnamed: [], lacks };
}

/** The same evidence, of another session than the one that is asked about. */
export const ofSibling = ({ held, fired, unnamed, ...rest }: KnobEvidence): KnobEvidence => ({
  ...rest,
  held: held && { ...held, sibling: true as const },
  fired: fired && { ...fired, sibling: true as const },
  unnamed: unnamed.map((one) => ({ ...one, sibling: true as const })),
});

/**
 * The counts between which a threshold of all these sessions lies. Where none of them names the trigger of a
 * compaction, those bound it that stand where automatic ones do: at counts at which the agent never went on.
 * One alone is also what its user's command makes of any growing session: below `least` it bounds nothing.
 */
export function boundsOf(
  all: readonly KnobEvidence[],
  least: number,
): {
  readonly held: BoundingCount | null;
  readonly fired: BoundingCount | null;
  readonly unnamed: UnnamedTriggers;
} {
  const held = all.flatMap((one) => one.held ?? []).sort((a, b) => b.tokens - a.tokens)[0] ?? null;
  const named = all.flatMap((one) => one.fired ?? []).sort((a, b) => a.tokens - b.tokens)[0];
  if (named !== undefined) return { held, fired: named, unnamed: { weighed: [], left: [] } };
  const unnamed = all.flatMap((one) => one.unnamed).sort((a, b) => a.tokens - b.tokens);
  const above = unnamed.filter(({ tokens }) => tokens > (held?.tokens ?? 0));
  const weighed = above.length > 1 || (above[0]?.tokens ?? 0) >= least ? above : [];
  const left = unnamed.filter((one) => !weighed.includes(one));
  return { held, fired: weighed[0] ?? null, unnamed: { weighed, left } };
}

/**
 * The agent's own counts where the file has them, else the policy's of the same requests. Where the policy
 * counts more, the agent's recorded number leaves out what came behind its last response: the larger bounds.
 */
function countsOf(profile: Profile, claim: OwnPolicy, prefixTokens: number) {
  const { held, fired } = thresholdEvidence(profile);
  const own = new Map(fired.map(({ step, tokens }) => [step, tokens]));
  const unnamed: BoundingCount[] = [];
  for (const one of fidelityOf(profile, claim, prefixTokens).compactions) {
    const { step, trigger, preTokens, value } = one;
    const tokens = Math.max(value ?? 0, preTokens ?? 0);
    const { counted } = profile.head;
    const isDoubtful = counted.some((it) => it.step === step - 1 && it.kind === 'doubtful');
    if (trigger === 'unknown' && tokens > 0 && !isDoubtful && !isBehindRefusal(profile, step)) {
      unnamed.push({ step, tokens, unnamed: true });
    }
    if (trigger !== 'auto' || value === null || value <= 0) continue;
    if (preTokens === null || own.has(step)) own.set(step, tokens);
  }
  const all = [...own].map(([step, tokens]) => ({ step, tokens }));
  all.sort((a, b) => a.tokens - b.tokens);
  return { held, fired: all[0] ?? null, unnamed };
}

/** There it is the refusal that made it compact. */
const isBehindRefusal = ({ steps }: Profile, step: number): boolean =>
  step > 0 && (byteAt(steps.flags, step - 1) & stepFlag.rejected) !== 0;
