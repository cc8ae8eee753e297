import { expect, it } from 'vitest';
import { found, type Judged } from './found';

/** A detector: a session in which it fires, with steps and sentence, and one without. */
export interface BothWays {
  readonly id: string;
  readonly fires: readonly [picture: string, judged?: Judged];
  readonly steps: readonly number[];
  readonly says: string;
  /** What the finding is of; a replay unless it says so. */
  readonly of?: 'recording';
  readonly quiet: readonly [picture: string, judged?: Judged];
}

/** Tests that each detector fires once where it must, at these steps, and stays quiet elsewhere. */
export function firesAndStaysQuiet(cases: readonly BothWays[]): void {
  it.each(cases)('$id fires', ({ id, fires: [picture, judged], steps, says, of = 'replay' }) => {
    const [one, ...more] = found(id, picture, judged);
    expect(more).toEqual([]);
    const at = (one?.steps ?? []).flatMap(({ from, to }) =>
      Array.from({ length: to - from + 1 }, (_, i) => from + i),
    );
    expect([at, one?.sentence]).toEqual([steps, says]);
    expect(one?.of).toBe(of);
  });

  it.each(cases)('$id stays quiet', ({ id, quiet: [picture, judged] }) => {
    expect(found(id, picture, judged)).toEqual([]);
  });
}
