import type { RunRecord, RunResult } from './run-record';

/** Hashes a text's UTF-8 bytes with SHA-256, as 64 hexadecimal digits; the host's. */
export type Sha256 = (text: string) => string;

/** JSON with the keys of every object sorted: equal values have equal texts. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_, held: unknown) =>
    typeof held === 'object' && held !== null && !Array.isArray(held)
      ? Object.fromEntries(Object.entries(held).sort(([a], [b]) => (a < b ? -1 : 1)))
      : held,
  );
}

/**
 * The numbers of a result as one text: every column, the first divergence, kept ranges, elisions, and
 * the steps and kinds of events. Their words may change without another engine, and totals follow from
 * the columns.
 */
export const numbersText = ({ columns, divergence, events, kept, elisions }: RunResult): string =>
  canonicalJson({
    ...{ columns, divergence, kept, elisions },
    events: events.map(({ step, kind }) => [step, kind]),
  });

/** SHA-256 of a record's question, of its numbers, and of all the rest, each as canonical JSON. */
export function digestsOf(
  { question, result, digests: _, ...rest }: Omit<RunRecord, 'digests'> & { digests?: unknown },
  sha: Sha256,
): RunRecord['digests'] {
  const { totals, events } = result;
  return {
    question: sha(canonicalJson(question)),
    result: sha(numbersText(result)),
    rest: sha(canonicalJson({ ...rest, totals, events: events.map(({ text }) => text) })),
  };
}
