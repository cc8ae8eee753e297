import { cellAt } from '../region/cell-space';
import { counted, formatDollars, formatFixed, formatInteger } from '@/lib/engine/base/format';
import { floatAt, intAt } from '@/lib/engine/base/read';
import type { Word, Words } from '@/lib/engine/base/answer/words';
import type { Edge, Wish } from './exact-edges';
import type { HoldOut, Rate } from './hold-out';
import type { Recommendation } from './recommendation';
import { placeWords, settingName, spaceName, valueWords } from './setting-words';
import type { TuneField } from './tune-field';

const strong = (text: string): Word => ({ strong: text });
const quiet = (text: string): Word => ({ quiet: text });
const named = ({ sessions }: TuneField, row: number): Word => ({
  name: sessions[row]?.facts.name ?? `session ${row}`,
  session: row,
});

/** The answer in a sentence, with what generated sessions alone ask for. */
export function answerWords(field: TuneField, recommendation: Recommendation): Words {
  return [...choiceWords(field, recommendation), ...generatedWords(field, recommendation)];
}

function choiceWords(
  field: TuneField,
  { choice, region, patch, declined, unavoidable }: Recommendation,
): Words {
  const { column, baseline } = field;
  const now = cellAt(field, baseline);
  const then = cellAt(field, choice.place);
  const place = placeWords(column, choice.place);
  const today = placeWords(column, baseline);
  const turn = compactionsTurn(region.sums.compactions, now, then);
  switch (choice.kind) {
    case 'keep':
      return [
        strong(`Keep ${place}:`),
        ` ${heldWords(field, unavoidable)}.`,
        ...(declined === null ? [] : [declinedWords(field, declined, region)]),
      ];
    case 'change':
    case 'patch': {
      const failing = failingWords(region.sums, now);
      const verb = choice.kind === 'patch' ? 'Patch to' : 'Set';
      const reason =
        failing === ''
          ? (costTurn(region.sums, now, then) ?? ` compacts less often than ${today} (${turn}).`)
          : ` with ${today}, ${failing} (${turn}).`;
      const settable = choice.kind === 'patch' ? ' Nothing that a user can set holds.' : '';
      const nothing = choice.spare ? '' : ' It has nothing to spare.';
      const patched = patch === null ? '' : ` A patch would be ${placeWords(column, patch.place)}.`;
      return [strong(`${verb} ${place}:`), `${reason}${settable}${nothing}${patched}`];
    }
    case 'none':
      return [
        strong(`No setting of this ${spaceName(column)} holds:`),
        ` with ${today}, ${failingWords(region.sums, now)}; no other does without.`,
      ];
  }
}

/** " costs ~$6.44 a session, ~$6.84 today (33 → 73 compactions).": null where cost does not decide. */
function costTurn(
  { cost, compactions }: Recommendation['region']['sums'],
  now: number,
  then: number,
): string | null {
  if (cost === undefined) return null;
  const [was, is] = [now, then].map((cell) =>
    formatDollars(floatAt(cost.dollars, cell) / cost.sessions),
  );
  return ` costs ~${is} a session, ~${was} today (${compactionsTurn(compactions, now, then)}).`;
}

/** "no recorded session overflows or loops", those aside that do so whatever is set. */
function heldWords(
  { column }: TuneField,
  { overflow, loop }: Recommendation['unavoidable'],
): string {
  const beyond = new Set([...overflow, ...loop]).size;
  if (beyond === 0) return 'no recorded session overflows or loops';
  const they = beyond === 1 ? 'overflows or loops' : 'overflow or loop';
  return `${counted(beyond, 'recorded session')} ${they} under every setting of the ${spaceName(column)}, no other does`;
}

/** What compacts less often, and why it is not proposed. */
function declinedWords(
  field: TuneField,
  { place, gain, by }: NonNullable<Recommendation['declined']>,
  { sums }: Recommendation['region'],
): string {
  const turn = compactionsTurn(
    sums.compactions,
    cellAt(field, field.baseline),
    cellAt(field, place),
  );
  const why =
    gain === null
      ? 'one cluster of sessions has no interval'
      : by === 'cost'
        ? `a session ${formatDollars(gain.value)}, 95 % interval ${formatDollars(gain.low)} to ${formatDollars(gain.high)}`
        : `per 100 steps ${formatFixed(gain.value, 2)}, 95 % interval ${formatFixed(gain.low, 2)} to ${formatFixed(gain.high, 2)}`;
  const does = by === 'cost' ? 'costs less' : 'compacts less often';
  return ` With ${placeWords(field.column, place)} it ${does} (${turn}), but too few sessions show it: ${why}.`;
}

function failingWords(
  { overflowing, looping }: Recommendation['region']['sums'],
  cell: number,
): string {
  const over = intAt(overflowing, cell);
  const loops = intAt(looping, cell);
  return [
    over === 0 ? '' : `${counted(over, 'recorded session')} overflow${over === 1 ? 's' : ''}`,
    loops === 0 ? '' : `${counted(loops, 'recorded session')} loop${loops === 1 ? 's' : ''}`,
  ]
    .filter((text) => text !== '')
    .join(' and ');
}

const compactionsTurn = (compactions: Float64Array, now: number, then: number): string =>
  `${formatInteger(floatAt(compactions, now))} → ${counted(floatAt(compactions, then), 'compaction')}`;

/** "a window of … or less (…) or, by patch, a cap of … or more (…)": what a user can set first. */
function wishesWords(field: TuneField, wishes: readonly Wish[], before: Float64Array): string {
  const rank = ({ setting }: Wish): number => (field.settable(setting) ? 0 : 1);
  return [...wishes]
    .sort((a, b) => rank(a) - rank(b))
    .map((one, i) => {
      const by = rank(one) === 0 ? '' : i === 0 ? 'by patch ' : ', by patch, ';
      const or = i === 0 ? '' : by === '' ? ' or ' : ' or';
      return `${or}${by}${wishWords(field, one, before)}`;
    })
    .join('');
}

/** "a window of 187,500 or less (23 → 35 compactions)". */
function wishWords(
  field: TuneField,
  { setting, value, direction, compactions }: Wish,
  before: Float64Array,
): string {
  const today = floatAt(before, cellAt(field, field.baseline));
  const turn = `${formatInteger(today)} → ${counted(compactions, 'compaction')}`;
  const side = direction === 'down' ? 'or less' : 'or more';
  return `a ${settingName(field.column, setting)} of ${valueWords(field.column, setting, value)} ${side} (${turn})`;
}

function generatedWords(field: TuneField, recommendation: Recommendation): Words {
  const { generated, region } = recommendation;
  const [row] = generated?.rows ?? [];
  if (generated === null || row === undefined) return [];
  const { choice, patch } = generated;
  const now = cellAt(field, field.baseline);
  const then = cellAt(field, choice.place);
  const others = generated.rows.length - 1;
  const who = others === 0 ? ' alone asks for ' : ` and ${others} more, generated, ask for `;
  const wish =
    generated.exact !== null
      ? wishesWords(field, generated.exact, region.sums.compactions)
      : choice.kind === 'none' || choice.kind === 'keep'
        ? `what no setting of this ${spaceName(field.column)} gives`
        : `${placeWords(field.column, choice.place)} (${compactionsTurn(region.sums.compactions, now, then)})`;
  const patched =
    patch === null || generated.exact !== null
      ? ''
      : ` or, by patch, ${placeWords(field.column, patch.place)}`;
  return [
    quiet(' The generated '),
    named(field, row),
    quiet(`${who}${wish}${patched}. Generated sessions do not decide.`),
  ];
}

/** "window can be lowered by 488 (at 199,511 sessions loop), cannot be raised (200,000 is the limit); cap …". */
export function edgeWords(field: TuneField, { edges, region }: Recommendation): string {
  const { column } = field;
  return column.axes
    .map(({ setting }) => {
      const own = edges.filter((edge) => edge.setting === setting);
      // Between the points of a sample nothing is known of one setting alone.
      if (own.length === 0) return `${settingName(column, setting)} not searched`;
      const texts = own.map((edge) => oneEdge(field, edge, region.sums.sessions));
      const where = own.every(({ exact }) => exact) ? '' : ' (on the values of the grid)';
      return `${settingName(column, setting)} ${texts.join(', ')}${where}`;
    })
    .join('; ');
}

function oneEdge({ column }: TuneField, edge: Edge, sessions: number): string {
  const { setting, direction, spare, value, breach } = edge;
  const moved = direction === 'down' ? 'lowered' : 'raised';
  const room = valueWords(column, setting, spare);
  if (value === null) return `can be ${moved} by ${room} (the grid’s end) without a change`;
  const at = valueWords(column, setting, value);
  const compactions = edge.compactions ?? 0;
  const what = {
    limit: `${at} is ${edge.exact ? 'the' : 'above the'} limit`,
    overflow: `at ${at} ${sessions === 1 ? 'it overflows' : 'sessions overflow'}`,
    loop: `at ${at} sessions loop`,
    compactions: `at ${at} there ${compactions === 1 ? 'is' : 'are'} ${counted(compactions, 'compaction')}`,
  };
  const can = spare === 0 ? `cannot be ${moved}` : `can be ${moved} by ${room}`;
  return `${can} (${what[breach ?? 'compactions']})`;
}

/** What the session that decides most decides; empty where none does. */
export function deciderWords(
  field: TuneField,
  { decider, deciding, choice }: Recommendation,
): Words {
  const count = deciding.length;
  if (decider === null) return ['No single session decides.'];
  const { row, without, same } = decider;
  const many = `${counted(count, 'session')} decide${count === 1 ? 's' : ''}. `;
  const answer = same
    ? ': the same answer.'
    : `: ${without.kind === 'keep' ? 'keep' : without.kind === 'none' ? 'nothing holds at' : without.kind} ${placeWords(field.column, without.place)}.`;
  const kept = choice.kind === 'keep' && same && count > 0 ? ' No constraint rests on it.' : '';
  return [`${many}Without `, named(field, row), `${answer}${kept}`];
}

/** The hold-out in a sentence; a test that every setting passes is called weak. */
export function holdOutWords(field: TuneField, held: HoldOut | null): Words {
  if (held === null) return [strong('No hold-out:'), ' fewer than two clusters of sessions.'];
  const { by, trained, tested, choice, canFail, failed, clusters } = held;
  const split =
    by === 'time'
      ? `tuned on the ${counted(trained, 'earlier session')}, tested on the ${counted(tested, 'later one')}`
      : `tuned on ${counted(trained, 'session')}, tested on ${counted(tested, 'other')}`;
  const answer = `${choice.kind === 'keep' ? 'keep' : choice.kind} ${placeWords(field.column, choice.place)}`;
  const weak = canFail
    ? ''
    : ' No setting up to the limit makes a held-out session fail, so that none does proves little.';
  return [
    strong(canFail ? 'Hold-out:' : 'Weak hold-out:'),
    ` ${split}: ${answer}.${weak} Near a threshold ${rateWords(failed)} fail; as clusters ${rateWords(clusters)}.`,
  ];
}

/** "0 of 6 (95 % interval 0–46 %)". */
export const rateWords = ({ hits, n, low, high }: Rate): string =>
  `${formatInteger(hits)} of ${formatInteger(n)} (95 % interval ${percent(low)}–${percent(high)} %)`;

const percent = (share: number): string => {
  const value = 100 * share;
  return value > 0 && value < 10 ? formatFixed(value, 1) : formatFixed(value, 0);
};
