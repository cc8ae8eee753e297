/** The seven points in which Goat's document and Goat's code differ, each with replayed evidence. */
import { reaches } from '@/lib/analysis/explain/ledger-decision';
import { figure, type Figure, type ModelTable } from '../figure';
import { goat } from '../seeds';
import { goatTotals, messages, replayGoat, type GoatVariant } from './goat-runs';

/** Eight messages whose newest is large: what stays depends on how it is counted. */
const UNEVEN = [99, 99, 99, 99, 99, 99, 99, 350];

const small = { window: 1_000, reserve: 0 } as const;

const failing = [{ fail: true }] as const;

/** Message tokens above which a variant fires, with a system prompt of 4,000 in a window of 200,000. */
export function firesAbove(variant: GoatVariant): number {
  const fires = (count: number): boolean =>
    reaches(replayGoat(variant, messages([count - 4], 4_000), {}), 0);
  let [held, fired] = [0, 200_000];
  while (fired - held > 1) {
    const middle = Math.trunc((held + fired) / 2);
    if (fires(middle)) fired = middle;
    else held = middle;
  }
  return held;
}

/** Messages that stay of the uneven eight. */
const keptOf = (variant: GoatVariant): number =>
  UNEVEN.length - (replayGoat(variant, messages(UNEVEN), small).columns.covered[0] ?? 0);

/** Contents in front of the kept messages: the summary, and what acknowledges it. */
const leadOf = (variant: GoatVariant): number => {
  const { columns } = replayGoat(variant, messages(UNEVEN), small);
  return (columns.contentsSent[0] ?? 0) - keptOf(variant);
};

/** Bytes that replace the head where the summariser fails. */
const placeholderOf = (variant: GoatVariant): number =>
  replayGoat(variant, messages(UNEVEN), small, failing).columns.summaryBytes[0] ?? 0;

type Row = readonly [string, string, Figure, Figure, string];

function rows(): readonly Row[] {
  const both = (of: (variant: GoatVariant) => number, unit: 'tokens' | 'count' | 'bytes') =>
    [figure(of('documented'), unit), figure(of('coded'), unit)] as const;
  const [documented, coded] = [goatTotals('documented'), goatTotals('coded')];
  return [
    [
      'utilisation is messages ÷ (window − system − output)',
      '(system + messages + output) ÷ window',
      ...both(firesAbove, 'tokens'),
      'most message tokens that do not fire, system prompt of 4,000',
    ],
    [
      '~40 % of the messages stay',
      '40 % of the window, in tokens, stays',
      ...both(keptOf, 'count'),
      'kept of eight messages whose newest is large',
    ],
    [
      '“[COMPACT SUMMARY]” and the assistant’s “Understood.”',
      '“[Previous conversation summary]”, no acknowledgement',
      ...both(leadOf, 'count'),
      'messages in front of those that stay',
    ],
    [
      'a failed summariser leaves “[Context truncated …]”',
      'the head is dropped, nothing is left in its place',
      ...both(placeholderOf, 'bytes'),
      'bytes in the head’s place after a failure',
    ],
    [
      'the pair guard keeps calls and results together',
      'it steps back once more, onto the result of the pair before',
      figure(documented.orphaned, 'count'),
      figure(coded.orphaned, 'count', { bad: coded.orphaned > 0 }),
      'sessions of the 92 with a result whose call was cut off',
    ],
    [
      'blocks cut off at the output limit are discarded',
      'the message is in the list before: the unanswered call stays',
      figure(null),
      figure(null),
      'no recording holds one: not replayed',
    ],
    [
      'the reactive path exits where it cannot help',
      'a list that does not change is tried again, without end',
      figure(documented.idle, 'count'),
      figure(coded.idle, 'count', { bad: coded.idle > 0 }),
      'sessions of the 92 in which it fires and changes nothing',
    ],
  ];
}

let computed: ModelTable | null = null;

/** The table of differences; computed at the first call, about two seconds. */
export function goatDifferenceTable(): ModelTable {
  computed ??= {
    kind: 'table',
    id: 'goat-differences',
    caption: 'Where Goat’s document and code differ',
    sources: [
      goat(
        '“Compaction Flow”, “Graceful Degradation”',
        'messageTkns / (contextLimit - systemTkns',
        '{role: "assistant", content: "Understood."}',
        'Simple truncation: keep last 40% of messages',
        "Reactive: exit with ExitMaxTokens (can't help)",
      ),
    ],
    columns: [
      { label: 'point' },
      { label: 'document' },
      { label: 'code' },
      { label: 'document’s variant', how: 'replayed' },
      { label: 'code’s variant', how: 'replayed' },
      { label: 'figure' },
    ],
    rows: rows().map(([document, code, before, after, how], i) => [
      figure(i + 1, 'count'),
      figure(document),
      figure(code),
      before,
      after,
      figure(how),
    ]),
    reasons: [],
  };
  return computed;
}
