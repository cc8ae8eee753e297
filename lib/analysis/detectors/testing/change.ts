import type { Session, Step } from '@/lib/engine/session/schema';
import { textSession } from '@/lib/engine/session/testing/text-session';

/** A drawn session with fields of its steps changed, by step. */
export function withSteps(
  picture: string,
  changes: Readonly<Record<number, Partial<Step>>>,
): Session {
  const session = textSession(picture);
  return { ...session, steps: session.steps.map((step, i) => ({ ...step, ...changes[i] })) };
}

/** A run of steps that each add a model's text of `bytes`; real rises by `grows` to `real`. */
export const rising = (steps: number, real: number, grows = 100, bytes = 400): string =>
  Array.from({ length: steps }, (_, i) => `m ${bytes}\n-- ${real - (steps - 1 - i) * grows}`).join(
    '\n',
  );
