/** The policy that models the agent of a recording, with the recorded settings. */
import type { Settings } from '@/lib/engine/policy/fields';
import type { Policy } from '@/lib/engine/policy/policy';
import { findPolicy } from '@/lib/policies/registry';
import { sessionSettings } from '@/lib/engine/policy/session-settings';
import type { Source } from '@/lib/engine/session/schema';
import type { Profile, ProfileHead } from '@/lib/engine/tokens/profile';
import { adkWords, isSliding, slidingShown, tailShown } from './opened/adk-recording';
import { condenserShown } from './opened/openhands-recording';
import type { InferredSetting } from './threshold-evidence';

/** A policy under the settings that are claimed for a recording. */
export interface ClaimedPolicy {
  readonly policy: Policy;
  /** Id of the preset that the agent's version calls for; null for the policy's defaults. */
  readonly preset: string | null;
  readonly settings: Settings;
  /** In a sentence: which policy, which version, which window. */
  readonly words: string;
  /** Windows it can have had; empty where a recording cannot tell one from the other. */
  readonly windows: readonly number[] | 'any';
  /** The settings that its compactions show, for a policy whose threshold is not the only one. */
  readonly shown?: (profile: Profile) => InferredSetting | null;
}

/** What selects the policy: fields of the recording's source, or what was found by them before. */
export interface ClaimSource extends Pick<Source, 'format' | 'agent' | 'agentVersion'> {
  readonly known?: { readonly policy: string; readonly preset: string | null };
}

/** What a claim is decided by. */
interface Facts {
  /** Numbers of the agent's version; empty for none. */
  readonly version: readonly number[];
  /** The same as the importer found it: a number, or the form of the file. */
  readonly written: string | null;
  readonly head: ProfileHead;
}

interface Claim {
  readonly policy: string;
  /** Windows that its models have: what a recording can show to be in force. */
  readonly windows?: readonly number[];
  /** False for recordings that another policy models. */
  readonly applies?: (facts: Facts) => boolean;
  /** The preset of an agent's version with the session's models. */
  readonly preset?: (facts: Facts) => string | null;
  readonly shown?: (profile: Profile, settings: Settings, policy: Policy) => InferredSetting | null;
  /** How it was picked, where no version says so. */
  readonly picked?: (head: ProfileHead) => string;
}

/** ADK's compaction before a call, in one of its languages. */
const adkTail = (policy: string, applies?: Claim['applies']): Claim => ({
  policy,
  ...(applies === undefined ? {} : { applies }),
  shown: tailShown,
  picked: adkWords,
});

/** Policies of agents whose recordings are read; each declares which those are. */
const claims: readonly Claim[] = [
  {
    policy: 'claude-code',
    windows: [200_000, 1_000_000],
    preset: ({ version }) => claudeCodePreset(version),
  },
  {
    policy: 'codex',
    preset: codexPreset,
  },
  // The version is what its files look like.
  { policy: 'pi', preset: ({ version }) => piPreset(version) },
  // Released binaries from 1.14.34 on keep a tail, 1.3.2 and older ones keep nothing; none between was found.
  {
    policy: 'opencode-tail',
    applies: ({ version }) => since(version, [1, 14]),
    preset: ({ version }) => (compareVersions(version, [1, 18, 16]) < 0 ? '1.14' : null),
  },
  { policy: 'opencode' },
  { policy: 'gemini-cli' },
  { policy: 'copilot' },
  { policy: 'goose' },
  { policy: 'kimi' },
  { policy: 'qwen' },
  // The version is what its newest summary looks like; without one it may be any.
  {
    policy: 'roo',
    preset: ({ version }) => {
      if (compareVersions(version, [3, 43]) >= 0) return null;
      return compareVersions(version, [3, 36]) >= 0 ? 'last-3' : 'last-3-deleted';
    },
  },
  // The extension's tasks are older: they cut messages, and the package that is modelled summarises.
  { policy: 'cline', applies: ({ written }) => written === 'sdk' },
  { policy: 'crush' },
  { policy: 'openhands', shown: condenserShown },
  {
    policy: 'adk-sliding',
    applies: ({ head }) => isSliding(head),
    preset: ({ written }) => (written === 'adk-java' ? 'java' : null),
    shown: slidingShown,
    picked: adkWords,
  },
  adkTail('adk-go', ({ written }) => written === 'adk-go'),
  adkTail('adk-java', ({ written }) => written === 'adk-java'),
  adkTail('adk-typescript', ({ written }) => written === 'adk-typescript'),
  adkTail('adk-python'),
  // A session's folder names the manager of its agent; the SDK's default is the sliding window.
  {
    policy: 'strands-summarizing',
    applies: ({ written }) => written === 'SummarizingConversationManager',
  },
  { policy: 'strands-sliding' },
  {
    policy: 'mastra-observational',
    applies: ({ written }) => written === 'observational memory',
  },
  { policy: 'mastra-limiter', picked: () => UNSAID },
  { policy: 'langchain', picked: () => UNSAID },
  { policy: 'openai-agents', picked: () => UNSAID },
  { policy: 'pydantic-ai', picked: () => UNSAID },
];

/** Frameworks leave to an application whether it compacts, and their stores do not say. */
const UNSAID = 'the file does not say whether the application used it';

/** Which versions were recorded with which count is with the presets. */
function claudeCodePreset(version: readonly number[]): string | null {
  const before = (patch: number): boolean => compareVersions(version, [2, 1, patch]) < 0;
  if (before(14)) return 'to-2.1.13';
  if (before(21)) return 'to-2.1.20';
  if (before(30)) return '2.1.21';
  return before(75) || version.length === 0 ? null : '2.1.75';
}

/** From 0.84.4 on it checks before every request; what the first versions did is reconstructed. */
function piPreset(version: readonly number[]): string | null {
  if (compareVersions(version, [0, 35]) < 0) return '2025-12';
  return compareVersions(version, [0, 84, 4]) < 0 ? '2026-03' : null;
}

/**
 * 0.155.1 still counts the JSON of items, 0.156.1 their texts; a file without a version may be any.
 * OpenAI's own models are compacted by its server, by the second protocol since openai/codex#27573.
 */
function codexPreset({ version, head: { models } }: Facts): string | null {
  const before = (end: readonly number[]): boolean => compareVersions(version, end) < 0;
  if (!models.some((model) => /^(gpt-(?!oss)|codex-|o\d)/.test(model))) {
    return before([0, 156]) ? 'reference' : null;
  }
  if (before([0, 140])) return 'remote-v1';
  return before([0, 156]) ? 'remote' : 'remote-texts';
}

/** The policy that models the source's agent; null for none. */
export function claimedPolicy(source: ClaimSource, head: ProfileHead): ClaimedPolicy | null {
  const written = source.agentVersion;
  const facts: Facts = { version: versionOf(written), written, head };
  const { known } = source;
  const claim = claims.find(({ policy, applies }) =>
    known === undefined
      ? wrote(source, findPolicy(policy)) && (applies?.(facts) ?? true)
      : policy === known.policy,
  );
  const policy = claim && findPolicy(claim.policy);
  if (claim === undefined || policy === undefined) return null;
  const id = known === undefined ? (claim.preset?.(facts) ?? null) : known.preset;
  const preset = policy.presets.find((one) => one.id === id);
  const opening = sessionSettings(policy, head) as object;
  const settings = policy.settings.parse({
    ...opening,
    ...(preset?.settings as object | undefined),
    ...(holdsSummary(head) ? { summary: 'recorded' } : {}),
  }) as Settings;
  const named = preset === undefined ? policy.label : `${policy.label} (${preset.label})`;
  const ran = written === null ? source.agent : `${source.agent} ${written}`;
  const { shown } = claim;
  const picked = claim.picked === undefined ? '' : `: ${claim.picked(head)}`;
  return {
    policy,
    preset: preset?.id ?? null,
    settings,
    words: `${named}, recorded by ${ran}${picked}`,
    windows: claim.windows ?? [],
    ...(shown === undefined ? {} : { shown: (profile) => shown(profile, settings, policy) }),
  };
}

/** True where a recording is one of the policy's own system. */
function wrote({ format, agent }: ClaimSource, policy: Policy | undefined): boolean {
  const own = policy?.recordings;
  if (own === undefined) return false;
  return own.format.test(format)
    ? (own.agent?.test(agent) ?? true)
    : own.named?.test(agent) === true;
}

const holdsSummary = ({ compactions }: ProfileHead): boolean =>
  compactions.some((one) => one.kind === 'summary' && one.summaryBytes > 0);

/** Numbers of a version, "2.1.20" or "v1.5.2-beta": empty for none. */
function versionOf(text: string | null): readonly number[] {
  const found = /(\d+(?:\.\d+)*)/.exec(text ?? '')?.[1];
  return found === undefined ? [] : found.split('.').map(Number);
}

/** True for a known version that is not before another. */
const since = (version: readonly number[], first: readonly number[]): boolean =>
  version.length > 0 && compareVersions(version, first) >= 0;

/** Negative where `a` is the earlier one. Nothing counts as later than everything. */
function compareVersions(a: readonly number[], b: readonly number[]): number {
  if (a.length === 0) return 1;
  for (let i = 0; i < Math.max(a.length, b.length); i++) {
    const difference = (a[i] ?? 0) - (b[i] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
