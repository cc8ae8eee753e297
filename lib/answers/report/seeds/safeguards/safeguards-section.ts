/** Safeguards: what each prevents, a session in which it decides, and where the tests exercise it. */
import { counted } from '@/lib/engine/base/format';
import { figure, type Figure, type ModelTable, type SeedsSection } from '../figure';
import { investigation, thresholdFirst } from '../seeds';
import { ablations, type Ablation } from './ablation';
import { exampleReplays, harmOf, safeguards, type Safeguard } from './safeguards';

const outcome = (harm: ReturnType<typeof harmOf>): string =>
  `${counted(harm.compactions, 'compaction')}, ${counted(harm.overflows, 'overflow')}`;

function exampleRow(safeguard: Safeguard): readonly Figure[] {
  const { on, off } = exampleReplays(safeguard);
  const [kept, lost] = [harmOf(on), harmOf(off)];
  return [
    figure(safeguard.name),
    figure(safeguard.prevents),
    figure(safeguard.example.words),
    figure(outcome(kept)),
    figure(outcome(lost), 'count', { bad: true }),
    figure(on.columns.real.reduce((a, b) => Math.max(a, b), 0)),
    figure(off.columns.real.reduce((a, b) => Math.max(a, b), 0)),
  ];
}

const examplesTable = (): ModelTable => ({
  kind: 'table',
  id: 'safeguards-examples',
  caption: 'Safeguards, each in a session in which it decides',
  sources: [
    thresholdFirst(
      '“Safeguards”',
      "A single unusual turn (heavy JSON) doesn't distort all subsequent turns",
      "The summarization call doesn't exceed the summarizer's own context window",
      'The session survives with a degraded summary instead of crashing',
      'No infinite loop of compacting every turn with a stale factor',
    ),
    investigation(
      'Part 4, three failure modes',
      '**Uncapped correction factor**',
      '**Summarizer context overflow**',
      '**Pass-through on failure**',
    ),
  ],
  columns: [
    { label: 'safeguard' },
    { label: 'prevents' },
    { label: 'session', how: 'window and limit 200,000' },
    { label: 'with it' },
    { label: 'without it' },
    { label: 'largest request', how: 'real, with it' },
    { label: 'largest request', how: 'real, without it' },
  ],
  rows: safeguards.map(exampleRow),
  reasons: [],
});

function ablationRow(one: Ablation): readonly Figure[] {
  const { safeguard, changed, changedInMatrices, compactions, overflows, inputs } = one;
  const few = changed.length <= 4 ? changed.join(', ') : `${changed.slice(0, 3).join(', ')} …`;
  return [
    figure(safeguard.name),
    figure(changedInMatrices, 'count'),
    figure(changed.length, 'count'),
    figure(compactions, 'signed'),
    figure(overflows, 'signed', overflows > 0 ? { bad: true } : {}),
    figure(inputs, 'count'),
    figure(changed.length === 0 ? 'none' : few),
  ];
}

let computed: ModelTable | null = null;

/** Each safeguard switched off over all scenarios; computed at the first call, about a second. */
export function ablationTable(): ModelTable {
  computed ??= ablationsAsTable();
  return computed;
}

function ablationsAsTable(): ModelTable {
  const all = ablations();
  return {
    kind: 'table',
    id: 'safeguards-ablation',
    caption: 'Each safeguard switched off, over every scenario',
    sources: [],
    columns: [
      { label: 'switched off' },
      { label: 'of the 92', how: 'sessions of the test matrices that change at a step' },
      { label: `of all ${all[0]?.scenarios ?? 0}`, how: 'scenarios that change at a step' },
      { label: 'compactions', how: 'steps, without − with' },
      { label: 'overflows', how: 'steps, without − with' },
      { label: 'input alone', how: 'steps of the 92 that only summarise other entries' },
      { label: 'scenarios' },
    ],
    rows: all.map(ablationRow),
    reasons: [],
  };
}

/** The section of the page. */
export const safeguardsSection = (): SeedsSection => ({
  id: 'safeguards',
  title: 'Safeguards',
  lead: [
    'Each safeguard is a setting, so each can be switched off. The documents’ own test sessions do not need most of them: without the cap, the floor or the reset, every scenario stays the same to the step; without the cut of its input the summariser is given more at three steps, and every request stays the same. The sessions of the first table do need them.',
    'The documents name three failure modes that the hardening closed: a correction without a cap, a summariser’s call that does not fit, and a request passed through when that call fails. They are the rows of the cap, of the cut input and of the mechanical summary.',
  ],
  parts: [examplesTable()],
});
