/** A pipeline of every kind of mechanism, written from `lib/engine/policy/pipeline` alone. */
import * as z from 'zod';
import { heuristicForm } from '@/lib/engine/policy/decision';
import {
  firstTrigger,
  type Mechanism,
  type PipelineRequest,
} from '@/lib/engine/policy/pipeline/mechanism';
import { pipeline } from '@/lib/engine/policy/pipeline/pipeline-run';
import { definePolicy, formOf } from '@/lib/engine/policy/policy';
import { tokenSetting, wholeSetting, windowSetting } from '@/lib/engine/policy/settings';
import { summarySettings } from '@/lib/engine/policy/summary';
import { referenceEstimator } from '@/lib/engine/tokens/estimator';

const limit = (initial: number, label: string) => tokenSetting(initial, { label });

const settings = z.strictObject({
  window: windowSetting(),
  clearsAt: limit(100_000, 'Clears at'),
  clearsTo: limit(80_000, 'Clears down to'),
  recallsAt: limit(140_000, 'Recalls at'),
  recalled: wholeSetting(2_000, [0, 100_000], { label: 'Bytes recalled' }),
  summarisesAt: limit(120_000, 'Summarises at'),
  summarisesTo: limit(60_000, 'Summarises down to'),
  dropsAt: limit(150_000, 'Drops at'),
  addsAt: limit(90_000, 'Asks at'),
  chunks: wholeSetting(1, [1, 5], { label: 'Summaries' }),
  head: wholeSetting(1, [0, 20], { label: 'First kept' }),
  keep: wholeSetting(2, [0, 100], { label: 'Newest kept' }),
  ...summarySettings.shape,
});
type StagedSettings = z.infer<typeof settings>;

const keeps = ({ entries }: PipelineRequest, { keep }: StagedSettings): number => entries - keep;
const head = (_request: PipelineRequest, chosen: StagedSettings): number => chosen.head;

const mechanisms: readonly Mechanism<StagedSettings>[] = [
  {
    name: 'First',
    does: 'clears',
    trigger: ({ clearsAt }) => clearsAt,
    target: ({ clearsTo }) => clearsTo,
    keeps,
    leaves: () => 20,
  },
  {
    name: 'Second',
    does: 'recalls',
    trigger: ({ recallsAt }) => recallsAt,
    keeps,
    bytes: ({ recalled }) => recalled,
  },
  {
    name: 'Third',
    does: 'summarises',
    trigger: ({ summarisesAt }) => summarisesAt,
    target: ({ summarisesTo }) => summarisesTo,
    keeps,
    head,
    calls: (_request, { chunks }) => chunks,
    cap: () => 4_096,
  },
  {
    name: 'Fifth',
    does: 'adds',
    trigger: ({ addsAt }) => addsAt,
    asks: () => 400,
    writes: () => [300, 20],
  },
  { name: 'Fourth', does: 'drops', trigger: ({ dropsAt }) => dropsAt, keeps },
];

/** Clears, recalls, summarises, asks and drops, each at its own count. */
export const staged = definePolicy({
  id: 'staged',
  label: 'Staged',
  provenance: {
    system: 'A stranger',
    repository: 'a stranger’s',
    path: '',
    version: '1',
    basis: 'ours',
  },
  decision: {
    relation: '>=',
    unit: 'tokens',
    threshold: (chosen, prefix) => firstTrigger(mechanisms, chosen, prefix),
    path: () => ['clearsAt', 'recallsAt', 'summarisesAt', 'dropsAt'],
    value: [heuristicForm],
    ownCount: true,
  },
  traits: { keepsTail: true },
  mechanisms,
  settings,
  presets: [],
  form: formOf(referenceEstimator, 12),
  begin: pipeline({ value: ({ heuristic }) => heuristic, mechanisms }),
});
