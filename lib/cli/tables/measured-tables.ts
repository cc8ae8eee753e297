import type { Source } from '@/lib/engine/session/schema';
import type { WrittenRow } from '@/lib/engine/sizes/size-table';
import { densityEvidence, densityTable } from '@/lib/analysis/score/tables/density-table';
import { prefixEvidence, prefixTable } from '@/lib/analysis/score/tables/prefix-table';
import { sizeRows } from '@/lib/analysis/score/tables/size-rows';
import type { Evidence } from './sources';

/** What the tables take of one session. */
export interface SessionEvidence {
  /** Equal for two recordings of one session, of which the longer counts; null where it has no name. */
  readonly key: string | null;
  readonly steps: number;
  readonly sizes: readonly WrittenRow[];
  readonly densities: ReturnType<typeof densityEvidence>;
  readonly prefix: ReturnType<typeof prefixEvidence>;
}

/** Measures one session for every table. A sub-agent's prefix is not that of its source. */
export function evidenceOf({ source, profile }: Evidence): SessionEvidence {
  const isOwn = source.parent === null;
  return {
    key: keyOf(source),
    steps: profile.stepCount,
    sizes: sizeRows(source, profile),
    densities: densityEvidence(profile),
    prefix: isOwn ? prefixEvidence(profile) : null,
  };
}

const keyOf = ({ format, sessionId, lane }: Source): string | null =>
  sessionId === '' ? null : JSON.stringify([format, sessionId, lane]);

/** Each session once, whatever was read twice, in whatever order. */
export function distinct(all: readonly SessionEvidence[]): readonly SessionEvidence[] {
  const known = new Map<string, SessionEvidence>();
  const nameless = all.filter(({ key }) => key === null);
  for (const one of all) {
    if (one.key === null) continue;
    const other = known.get(one.key);
    if (other === undefined || isRather(one, other)) known.set(one.key, one);
  }
  return [...known.values(), ...nameless];
}

/** The longer recording; of equally long ones the same, whichever comes first. */
const isRather = (one: SessionEvidence, other: SessionEvidence): boolean =>
  one.steps === other.steps ? JSON.stringify(one) < JSON.stringify(other) : one.steps > other.steps;

/** The tables of density and prefix over sessions. */
export const fittedTables = {
  density: (all: readonly SessionEvidence[]) => densityTable(all.map(({ densities }) => densities)),
  prefix: (all: readonly SessionEvidence[]) => prefixTable(all.map(({ prefix }) => prefix)),
};
