/** What came of running a program under settings that a replay had judged: the prediction beside what it did. */
import * as z from 'zod';
import { formatInteger } from '@/lib/engine/base/format';
import { say, type Words } from '@/lib/engine/base/answer/words';
import { sentence, type Block } from '../../model/block';

const count = z.int().min(0);
const list = <T extends z.ZodType>(of: T) => z.array(of).readonly();

/** A step at which the replay compacts, or the program did. */
const proofStepSchema = z.strictObject({
  step: count,
  predicted: z.boolean(),
  happened: z.boolean(),
  /** Tokens of the step's request: as projected, its band p10 to p90, and as reported to the program. */
  projected: count,
  low: count,
  high: count,
  reported: count.nullable(),
  /** Messages in it, the summary as one: as the replay leaves them, and as they were sent. */
  kept: count,
  sent: count.nullable(),
});
export type ProofStep = Readonly<z.infer<typeof proofStepSchema>>;

/** The facts of a proof: also the file that `prove --json` writes. */
export const proofSchema = z.strictObject({
  policy: z.string(),
  package: z.string(),
  version: z.string().describe('Of the program that was run'),
  license: z.string(),
  settings: z.record(z.string(), z.unknown()).describe('Settings that differ from the recording’s'),
  steps: count.describe('Requests of the recording'),
  asked: count.describe('Of those, how many the program sent'),
  compactions: list(proofStepSchema),
  projected: z
    .strictObject({ requests: count, inside: count })
    .describe('Requests whose tokens were projected, and how many were within their band'),
});
export type Proof = Readonly<z.infer<typeof proofSchema>>;

/** Sums of a proof, or of several. */
export interface ProofSum {
  readonly predicted: number;
  /** Predicted compactions that came at their step, and those that nobody predicted. */
  readonly right: number;
  readonly unpredicted: number;
  /** Of the right ones: requests with a count, those within the band, and those that kept as many messages. */
  readonly counted: number;
  readonly inside: number;
  readonly kept: number;
}

const times = (steps: readonly ProofStep[], test: (one: ProofStep) => boolean): number =>
  steps.filter(test).length;

/** What all compactions of proofs come to. */
export function proofSum(proofs: readonly Pick<Proof, 'compactions'>[]): ProofSum {
  const all = proofs.flatMap(({ compactions }) => compactions);
  const right = all.filter(({ predicted, happened }) => predicted && happened);
  return {
    predicted: times(all, ({ predicted }) => predicted),
    right: right.length,
    unpredicted: times(all, ({ predicted }) => !predicted),
    counted: times(right, ({ reported }) => reported !== null),
    inside: times(
      right,
      ({ reported, low, high }) => reported !== null && reported >= low && reported <= high,
    ),
    kept: times(right, ({ kept, sent }) => kept === sent),
  };
}

const of = (part: number, all: number): string => `${formatInteger(part)} of ${formatInteger(all)}`;

/** "3 of 3 compactions at the predicted step, 3 of 3 next requests within the band, 3 of 3 kept as many messages" */
export const proofWords = ({ predicted, right, counted, inside, kept }: ProofSum): string =>
  [
    `${of(right, predicted)} compactions at the predicted step`,
    `${of(inside, counted)} next requests within the band`,
    `${of(kept, right)} kept as many messages`,
  ].join(', ');

/** All that was predicted came true: each compaction, and no other. */
export const isProved = (proof: Proof): boolean => {
  const { predicted, right, unpredicted } = proofSum([proof]);
  return right === predicted && unpredicted === 0;
};

/** A proof in blocks. */
export function tellProof(proof: Proof): readonly Block[] {
  const { version, policy, steps, asked, compactions, projected } = proof;
  const sum = proofSum([proof]);
  const program = { name: `${policy} ${version}` };
  const whole: Words =
    compactions.length === 0
      ? say`No compaction was predicted, and ${program} made none: there is nothing to prove.`
      : isProved(proof)
        ? say`Proved on ${program}: ${proofWords(sum)}.`
        : say`Not proved on ${program}: ${proofWords(sum)}; ${formatInteger(sum.unpredicted)} that were not predicted.`;
  return [
    { kind: 'sentence', words: whole, lead: true },
    sentence(
      say`The program sent ${of(asked, steps)} recorded requests; ${of(projected.inside, projected.requests)} whose tokens were projected were within their band.`,
    ),
    sentence(
      say`The scripted model answered as the recording did, and counted as its provider did, scaled to each request. Its summaries were as long as the prediction assumes: the length of a real one is not proved.`,
    ),
    ...(compactions.length === 0
      ? []
      : [{ kind: 'table', columns, rows: compactions.map(rowOf) } as const]),
  ];
}

const columns = [
  { head: 'step', number: true },
  { head: 'predicted' },
  { head: 'in the program' },
  { head: 'request projected', number: true },
  { head: 'p10 to p90', number: true },
  { head: 'reported', number: true },
  { head: 'messages predicted', number: true },
  { head: 'sent', number: true },
];

const known = (value: number | null): string => (value === null ? '–' : formatInteger(value));

const rowOf = (one: ProofStep): readonly string[] => [
  formatInteger(one.step),
  one.predicted ? 'compacts' : 'holds',
  one.happened ? 'compacted' : 'held',
  `~${formatInteger(one.projected)}`,
  `${formatInteger(one.low)} to ${formatInteger(one.high)}`,
  known(one.reported),
  formatInteger(one.kept),
  known(one.sent),
];
