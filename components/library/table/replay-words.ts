import type { SessionRow } from '@/lib/api/contract/contract';

/** Whose decisions a row's replay shows: in its cell, and in a sentence. */
interface ReplayWords {
  readonly label: string;
  readonly sentence: string;
}

/** A session's own policy, else ContextGuard as one that stands in for it. */
export function replayWords({
  opening,
  agent,
  generated,
}: Pick<SessionRow, 'opening' | 'agent' | 'generated'>): ReplayWords {
  if (opening === null) return { label: '–', sentence: 'It is not judged yet.' };
  const { label, version, own } = opening;
  if (own) {
    const named = version === null ? label : `${label} (${version})`;
    return { label, sentence: `As it ran, under ${named}.` };
  }
  if (generated) return { label, sentence: `A generated session, under ${label}.` };
  return {
    label: `${label} over ${agent}`,
    sentence: `No policy models ${agent}: the replay is ${label}’s over its requests.`,
  };
}
