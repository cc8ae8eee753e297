import { formatInteger } from '@/lib/engine/base/format';
import { byteAt, intAt } from '@/lib/engine/base/read';
import { spanAt } from '@/lib/engine/base/search';
import { stepFlag, type Profile } from '@/lib/engine/tokens/profile';
import { stepList } from '@/lib/analysis/explain/step-list';
import { defineDetector } from '../detector';
import { advise, count, tokens, type Severity } from '../finding';

/** A model and the tokens that its requests may have; null where nobody knows. */
interface InForce {
  readonly model: string;
  readonly window: number | null;
}

/** A step whose model is another one than that of the step before. */
interface ModelSwitch {
  readonly step: number;
  readonly from: InForce;
  readonly to: InForce;
  /** The newest count of a request up to this step; 0 for none. */
  readonly sent: number;
  readonly refused: boolean;
}

/** The session goes on with another model: with another window, the same request has another margin. */
export const modelSwitched = defineDetector({
  id: 'model-switched',
  title: 'The model was switched',
  definition:
    'A step’s model is another one than that of the step before, and its request was refused, or its newest count leaves less than half of the new window free; dated names of one model are the same.',
  of: 'recording',
  find: ({ replay: { session } }) => {
    const found = switchesOf(session.profile).filter(matters);
    const [first] = found;
    if (first === undefined) return null;
    const worst = found.reduce((least, one) => (roomOf(one) < roomOf(least) ? one : least), first);
    const { from, to, sent } = worst;
    const others = found.filter((one) => one !== worst).map(({ step }) => step);
    const isTighter = from.window !== null && to.window !== null && to.window < from.window;
    return {
      at: found.map(({ step }) => step),
      severity: severityOf(worst, isTighter),
      figures: [
        count('switches', found.length),
        ...(from.window === null ? [] : [tokens('window before', from.window)]),
        ...(to.window === null ? [] : [tokens('window now', to.window)]),
        ...(sent === 0 ? [] : [tokens('newest count', sent)]),
        ...(sent === 0 || to.window === null ? [] : [tokens('room now', to.window - sent)]),
      ],
      sentence: `Step ${formatInteger(worst.step)} went to ${inWords(to)}, after ${inWords(from)}${marginText(worst)}.`,
      detail: others.length === 0 ? '' : `It was switched at ${stepList(others)} too.`,
      advice: [
        advise(
          isTighter
            ? 'Compact before a switch to a smaller window, under the model that still holds the context'
            : 'Ask before a switch whether the context fits the other model: highwater fits',
        ),
      ],
    };
  },
});

function switchesOf({ head, steps, stepCount }: Profile): readonly ModelSwitch[] {
  const found: ModelSwitch[] = [];
  let before: InForce | null = null;
  let sent = 0;
  for (let step = 0; step < stepCount; step++) {
    const refused = (byteAt(steps.flags, step) & stepFlag.rejected) !== 0;
    sent = Math.max(0, intAt(steps.real, step)) || sent;
    const model = head.models[intAt(steps.model, step)];
    // A name in angle brackets is the agent's own, of a message that no model wrote.
    if (model === undefined || model.startsWith('<')) continue;
    const span = spanAt(head.environments ?? [], step);
    const window = span?.window ?? span?.limit?.tokens ?? head.limit?.tokens ?? null;
    const now = { model, window };
    if (before !== null && undated(before.model) !== undated(model)) {
      found.push({ step, from: before, to: now, sent, refused });
    }
    before = now;
  }
  return found;
}

/** "claude-haiku-4-5-20251001" and "gpt-5-2025-08-07" without their days. */
const undated = (model: string): string =>
  model.toLowerCase().replace(/[-@](?:\d{8}|\d{4}-\d\d-\d\d)(?=$|\[|:)/, '');

/** Share of the new window that is room enough: nothing follows from the switch. */
const AMPLE = 0.5;

const matters = (one: ModelSwitch): boolean =>
  one.refused || roomOf(one) < AMPLE * (one.to.window ?? 0);

const roomOf = ({ to, sent }: ModelSwitch): number =>
  to.window === null ? Infinity : to.window - sent;

function severityOf(worst: ModelSwitch, isTighter: boolean): Severity {
  if (isTighter && worst.refused) return 'error';
  return isTighter && roomOf(worst) < 0 ? 'warning' : 'info';
}

const inWords = ({ model, window }: InForce): string =>
  window === null
    ? `${model}, whose window is not known`
    : `${model} with ${formatInteger(window)}`;

/** ": of its window, the newest count of 160,000 left 98,400 free before and is 38,400 too many now". */
function marginText({ from, to, sent, refused }: ModelSwitch): string {
  const end = refused ? '; the request was refused' : '';
  if (sent === 0 || from.window === null || to.window === null) return end;
  if (from.window === to.window) return `: the window stays, ${leaves(to.window - sent)}${end}`;
  return `: the newest count of ${formatInteger(sent)} ${left(from.window - sent)} before and ${leaves(to.window - sent)} now${end}`;
}

const left = (room: number): string =>
  room < 0 ? `was ${formatInteger(-room)} too many` : `left ${formatInteger(room)} free`;

const leaves = (room: number): string =>
  room < 0 ? `is ${formatInteger(-room)} too many` : `leaves ${formatInteger(room)} free`;
