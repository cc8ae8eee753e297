/** One session that a program wrote itself, imported, opened and replayed, against what its model server saw. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { asksFor } from '@/lib/analysis/fit/fidelity';
import { namedReplay, openSession } from '@/lib/analysis/fit/opening';
import type { KeptTexts, SessionMeasurement } from '@/lib/analysis/subject/session-measurement';
import { observe } from '@/lib/engine/replay/observed/observe';
import type { Limit } from '@/lib/engine/session/schema';
import type { Profile } from '@/lib/engine/tokens/profile';
import { prepare } from '@/lib/engine/replay/prepare';
import { replay, type Replay } from '@/lib/engine/replay/replay';
import { measureTrace } from '../../measure-trace';
import type { OwnCase, OwnRequest } from './own-case';

/** What is compared of each step: see {@link CaseResult}. */
export const aspects = [
  'read',
  'policy',
  'requests',
  'real',
  'entries',
  'value',
  'fires',
  'kept',
] as const;
export type Aspect = (typeof aspects)[number];

/** A step at which the product and the program differ. */
export interface Difference {
  readonly aspect: Aspect;
  readonly step: number;
  readonly program: number | string | null;
  readonly product: number | string | null;
}

/**
 * How a case came out. `read`: the file is refused · `policy`: it opens under no policy of the program's ·
 * `requests`: how many · `real`: tokens of each · `entries`: the messages in each, the recording read ·
 * `value`: what was compared before it · `fires`: a compaction there or none, the policy watching ·
 * `kept`: the messages left by the policy's own compactions, replayed up to the first one by hand.
 */
export interface CaseResult {
  readonly seed: number;
  readonly kind: string;
  /** Preset that it opened under; null for the policy's newest. */
  readonly preset: string | null;
  readonly steps: number;
  /** Values and compactions that there were to compare. */
  readonly values: number;
  readonly compactions: number;
  /** The first difference of each aspect. */
  readonly differences: readonly Difference[];
}

/** Imports a case's file, opens it as the app does under the program's settings, and compares each step. */
export async function compareCase(policyId: string, own: OwnCase): Promise<CaseResult> {
  const { seed, kind, truth } = own;
  const values = truth.requests.filter(({ value }) => typeof value === 'number').length;
  const compactions = truth.requests.filter((one) => (one.compactions ?? []).length > 0).length;
  const base = { seed, kind, preset: null, steps: truth.requests.length, values, compactions };
  const read = await readCase(own);
  if (typeof read === 'string') return { ...base, differences: [refused('read', read)] };
  const { draft } = read;
  const profile = withModelWindows(read.profile, own);
  const opening = openSession(draft.head.source, profile);
  const preset = opening.own?.preset ?? null;
  if (opening.policy.id !== policyId) {
    return { ...base, preset, differences: [refused('policy', opening.policy.id)] };
  }
  const named = { policy: null, preset: null, settings: own.settings };
  const chosen = namedReplay(named, opening, profile);
  if (!chosen.ok)
    return { ...base, preset, differences: [refused('policy', chosen.error.message)] };
  const { policy, settings } = chosen.value;
  const session = prepare(profile, opening.prefixTokens);
  const watched = observe(session, policy, settings, { own: true });
  const requests = matchRequests(truth.requests, [...profile.steps.real]);
  const found = [
    ...differencesOf(requests, watched),
    ...keptDifferences(requests, replay(session, policy, settings)),
  ];
  const differences = aspects.flatMap((aspect) => {
    const first = found.find((one) => one.aspect === aspect);
    return first === undefined ? [] : [first];
  });
  return { ...base, preset, differences };
}

const refused = (aspect: Aspect, product: string): Difference => ({
  ...{ aspect, step: 0, program: null, product },
});

/**
 * The windows of a case's two models, where they differ: the table of models has them of real ones, by the
 * model of each step.
 */
function withModelWindows(profile: Profile, { settings, later }: OwnCase): Profile {
  const { head, steps, stepCount } = profile;
  const [first, second] = [settings['window'], later?.['window']];
  if (typeof first !== 'number' || typeof second !== 'number' || stepCount === 0) return profile;
  const begun = steps.model[0];
  const spans: { from: number; window: number }[] = [];
  for (let step = 0; step < stepCount; step++) {
    const window = steps.model[step] === begun ? first : second;
    if (window !== spans.at(-1)?.window) spans.push({ from: step, window });
  }
  const limitOf = (tokens: number): Limit => ({ tokens, source: 'table' });
  const environments = spans.map(({ from, window }) =>
    window === first ? { from } : { from, limit: limitOf(window) },
  );
  return { ...profile, head: { ...head, limit: limitOf(first), environments } };
}

/** The session that the file holds, its own lane; the message where it is refused. */
export async function readCase(
  { file: own }: OwnCase,
  kept: KeptTexts = {},
): Promise<SessionMeasurement | string> {
  const folder = mkdtempSync(path.join(tmpdir(), 'highwater-own-'));
  try {
    const file = path.join(folder, path.basename(own.name));
    writeFileSync(file, bytesOf(own));
    const read = await measureTrace(own.name, file, kept);
    if (!read.ok) return read.error.message;
    const { sessions } = read.value;
    const sources = sessions.map(({ draft }) => draft.head.source);
    // A fork's file holds its parent too, and is named after it.
    const named = sources.findIndex(({ sessionId }) => own.name.startsWith(sessionId));
    const main =
      sessions[named < 0 ? sources.findIndex((one) => one.parent?.relation !== 'subagent') : named];
    return main ?? 'The file holds no session.';
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const bytesOf = ({ text, base64, latin1 }: OwnCase['file']): string | Buffer =>
  text ??
  (latin1 === undefined ? Buffer.from(base64 ?? '', 'base64') : Buffer.from(latin1, 'latin1'));

/**
 * The requests that the steps are of. A program's file may leave out requests that the provider refused: those
 * are passed over where the next step has a count.
 */
function matchRequests(
  requests: readonly OwnRequest[],
  real: readonly number[],
): readonly OwnRequest[] {
  const matched: OwnRequest[] = [];
  let passed: NonNullable<OwnRequest['compactions']> = [];
  for (const [i, request] of requests.entries()) {
    const compactions = [...passed, ...(request.compactions ?? [])];
    const left = requests.length - i;
    const isLeftOut = request.failed && real.length - matched.length < left;
    if (isLeftOut && (real[matched.length] ?? 0) >= 0) {
      passed = compactions;
      continue;
    }
    passed = [];
    matched.push({ ...request, ...(compactions.length > 0 ? { compactions } : {}) });
  }
  return matched;
}

/** What the recording says and the policy that watches it computes, against the program. */
function differencesOf(requests: readonly OwnRequest[], watched: Replay): readonly Difference[] {
  const { columns, session } = watched;
  const { stepCount } = session.profile;
  const found: Difference[] = [];
  const compare = (aspect: Aspect, step: number, program: number, product: number): void => {
    if (program !== product) found.push({ aspect, step, program, product });
  };
  compare('requests', 0, requests.length, stepCount);
  for (const [step, request] of requests.slice(0, stepCount).entries()) {
    if (!request.failed)
      compare('real', step, request.tokens ?? -1, session.profile.steps.real[step] ?? -1);
    if (request.messages !== undefined) {
      compare('entries', step, request.messages, columns.contentsSent[step] ?? NaN);
    }
    // Where it says that it compared nothing there is no count to be equal.
    if (typeof request.value === 'number' && request.value >= 0) {
      compare('value', step, request.value, columns.decision[step] ?? NaN);
    }
    const triggers = request.compactions ?? [];
    const asked = Number(asksFor(watched, step));
    const byHand = triggers.includes('manual') && !triggers.includes('auto');
    if (!byHand) compare('fires', step, triggers.length > 0 ? 1 : 0, asked);
  }
  return found;
}

/** What the policy leaves in the request by its own compactions, against the program's requests. */
function keptDifferences(requests: readonly OwnRequest[], replayed: Replay) {
  const { session } = replayed;
  const hand = requests.findIndex((one) => one.compactions?.includes('manual') === true);
  const end = Math.min(hand < 0 ? requests.length : hand, session.profile.stepCount);
  for (let step = 0; step < end; step++) {
    const { messages, compactions = [] } = requests[step] ?? {};
    if (messages === undefined || compactions.length === 0) continue;
    const kept = keptAt(replayed, step);
    if (kept !== messages) {
      return [{ aspect: 'kept', step, program: messages, product: kept } as const];
    }
  }
  return [];
}

/** Entries of a step's request, a summary as one; texts that a policy adds beside it are none. */
export function keptAt({ columns, notes, session }: Replay, step: number): number {
  const ranges = notes.kept.findLast((one) => one.step <= step)?.ranges ?? [];
  const covered = columns.covered[step] ?? NaN;
  const before = ranges.reduce(
    (sum, [from, to]) => sum + Math.min(to, covered) - Math.min(from, covered),
    0,
  );
  const entries = session.profile.steps.entries[step] ?? NaN;
  return (columns.injected[step] ?? NaN) + before + entries - covered;
}
