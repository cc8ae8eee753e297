import { seededRandom } from '@/lib/engine/base/random';

/** The seed of a corpus's sample: everyone draws the same one. */
export const SAMPLE_SEED = 1;

/** At most so many rows, each as likely as the others, in their order; the same for the same rows. */
export function sampleSessions<Row>(rows: readonly Row[], most: number): readonly Row[] {
  if (rows.length <= most) return rows;
  const random = seededRandom(SAMPLE_SEED);
  const sample: Row[] = [];
  for (const [index, row] of rows.entries()) {
    if (random() * (rows.length - index) < most - sample.length) sample.push(row);
  }
  return sample;
}
