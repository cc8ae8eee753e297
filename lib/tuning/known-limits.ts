import type { Profile } from '@/lib/engine/tokens/profile';
import {
  provenLimits,
  provenWords,
  withProvenLimits,
} from '@/lib/engine/tokens/limits/proven-limits';
import type { CorpusSession } from './corpus-session';

/** The sessions of a corpus, each under what the others prove of its model's limit, and what is said of it. */
export function underProvenLimits<S extends CorpusSession>(
  sessions: readonly S[],
  changed: (one: S, profile: Profile) => S,
): { readonly sessions: readonly S[]; readonly words: readonly string[] } {
  const proven = provenLimits(sessions.map(({ session }) => session.profile));
  const times = new Map<string, number>();
  const all = sessions.map((one) => {
    const { profile } = one.session;
    const own = withProvenLimits(profile, proven);
    if (own === profile) return one;
    for (const model of new Set(profile.head.models)) {
      times.set(model, (times.get(model) ?? 0) + 1);
    }
    return changed(one, own);
  });
  const words = [...proven.values()].flatMap((one) => {
    const others = times.get(one.model) ?? 0;
    return others === 0 ? [] : [provenWords(one, others)];
  });
  return { sessions: all, words };
}
