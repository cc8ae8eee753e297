import type { Step } from '@/lib/engine/session/schema';
import { textSession } from '@/lib/engine/session/testing/text-session';
import { replay, type Replay, type ReplayOptions } from '@/lib/engine/replay/replay';
import type { Policy } from '@/lib/engine/policy/policy';
import { preparedSession } from '@/lib/engine/replay/testing/drawn-session';

/** Fields of steps that a picture cannot express, by the step's number. */
export type StepChanges = Readonly<
  Record<
    number,
    Partial<Pick<Step, 'lengthStop' | 'output' | 'time' | 'reasoning' | 'cacheWrite' | 'counted'>>
  >
>;

/** Counts of the responses of a picture's steps, from the first on. */
export const outputs = (...tokens: readonly number[]): { readonly steps: StepChanges } => ({
  steps: Object.fromEntries(tokens.map((output, step) => [step, { output }])),
});

/** Replays a session drawn as a text picture; settings are the policy's defaults but those given. */
export function runPicture<S>(
  policy: Policy<S>,
  picture: string,
  settings: Partial<S>,
  options: ReplayOptions & { readonly steps?: StepChanges } = {},
): Replay {
  const session = textSession(picture);
  const changes = options.steps ?? {};
  const steps = session.steps.map((step, i) => ({ ...step, ...changes[i] }));
  const chosen = policy.settings.parse(settings);
  return replay(preparedSession({ ...session, steps }), policy, chosen, options);
}

/** Kinds of a replay's events at a step, in order. */
export function kindsAt({ notes }: Replay, step: number): readonly string[] {
  return notes.events.filter((one) => one.step === step).map(({ kind }) => kind);
}

/** Texts of a replay's events of a kind. */
export function textsOf({ notes }: Replay, kind: string): readonly string[] {
  return notes.events.filter((one) => one.kind === kind).map(({ text }) => text);
}
