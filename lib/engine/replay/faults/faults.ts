/**
 * Faults injected into a replay: failures around a policy. A fault is a short text, equal in a link
 * (`fault=`, repeated), on the command line (`--fault`) and in the API:
 *
 *     summariser-fails@2      every call of the 2nd compaction fails
 *     summariser-empty@1      every call of the 1st compaction answers with nothing
 *     usage-stops@40          from step 40 on no response reports usage
 *     usage-starts@60         from step 60 on every response does
 *     response@17*0           the tool responses of entry 17 are removed; *0.1 to *10 scale them
 *     truncate@17=2000        the tool responses of entry 17 are cut to 2,000 bytes each
 *     keep-calibration        a compaction does not reset the calibration
 *     state-lost@30           the process restarts before step 30
 *     compact@40              the user compacts by hand before step 40
 *     window@50=128000        another model from step 50 on: window and limit are 128,000
 *
 * Steps and entries count from 0, compactions from 1. Of several faults of one kind at one place the
 * last holds; fails and empty are one kind, so are stops and starts, so are response and truncate. Before
 * one step the state is lost first, then the window changes, then the user compacts.
 */
import * as z from 'zod';
import { formatInteger } from '@/lib/engine/base/format';
import { err, ok, type Result } from '@/lib/engine/base/result';

/** The n-th compaction's summariser calls fail, or answer with nothing; n counts from 1. */
export interface SummariserFault {
  readonly kind: 'summariser-fails' | 'summariser-empty';
  readonly compaction: number;
}

/** From a step on, the provider's usage is missing, or present. */
export interface UsageFault {
  readonly kind: 'usage-stops' | 'usage-starts';
  readonly step: number;
}

/** The tool responses of an entry at another size; 0 removes them from the entry. */
export interface ResponseFault {
  readonly kind: 'response';
  readonly entry: number;
  readonly factor: number;
}

/** The tool responses of an entry, each cut to so many printed bytes; its name stays. */
interface CutFault {
  readonly kind: 'truncate';
  readonly entry: number;
  readonly bytes: number;
}

/** A fault of an entry's tool responses. */
export type SizeFault = ResponseFault | CutFault;

/** A compaction keeps the last real and the last heuristic. */
interface CalibrationFault {
  readonly kind: 'keep-calibration';
}

/** The policy's state is lost before a step. */
interface StateFault {
  readonly kind: 'state-lost';
  readonly step: number;
}

/** A compaction that the user asks for before a step, whatever the decision value. */
interface CompactFault {
  readonly kind: 'compact';
  readonly step: number;
}

/** The policy's window and the provider's limit from a step on. */
interface WindowFault {
  readonly kind: 'window';
  readonly step: number;
  readonly window: number;
}

/** One injected fault. */
export type Fault =
  | SummariserFault
  | UsageFault
  | SizeFault
  | CalibrationFault
  | StateFault
  | CompactFault
  | WindowFault;
export type FaultKind = Fault['kind'];

/** Every kind, in the order of the page's list. */
export const faultKinds = [
  'summariser-fails',
  'summariser-empty',
  'usage-stops',
  'usage-starts',
  'response',
  'truncate',
  'compact',
  'keep-calibration',
  'state-lost',
  'window',
] as const satisfies readonly FaultKind[];

/** Most faults of one replay. */
export const MOST_FAULTS = 100;
/** Largest factor for a tool response. */
export const MOST_FACTOR = 10;
/** The largest step, entry, compaction or window. */
const MOST = 100_000_000;

/** Reason why a text is not a fault. */
interface FaultError {
  readonly code: 'unknown-kind' | 'malformed' | 'out-of-range';
  readonly message: string;
}

/** Form and example of each kind. */
const forms: Readonly<Record<FaultKind, readonly [form: string, example: string]>> = {
  'summariser-fails': ['summariser-fails@<compaction from 1>', 'summariser-fails@2'],
  'summariser-empty': ['summariser-empty@<compaction from 1>', 'summariser-empty@1'],
  'usage-stops': ['usage-stops@<step>', 'usage-stops@40'],
  'usage-starts': ['usage-starts@<step>', 'usage-starts@60'],
  response: ['response@<entry>*<factor>', 'response@17*0.1'],
  truncate: ['truncate@<entry>=<bytes>', 'truncate@17=2000'],
  compact: ['compact@<step>', 'compact@40'],
  'keep-calibration': ['keep-calibration', 'keep-calibration'],
  'state-lost': ['state-lost@<step>', 'state-lost@30'],
  window: ['window@<step>=<tokens>', 'window@50=128000'],
};

/** Form and example of a kind. */
export const faultForm = (kind: FaultKind): { readonly form: string; readonly example: string } => {
  const [form, example] = forms[kind];
  return { form, example };
};

const isKind = (text: string): text is FaultKind =>
  (faultKinds as readonly string[]).includes(text);

/** Reads a fault; blanks around it do not matter, digits may be grouped with `_`. */
export function parseFault(text: string): Result<Fault, FaultError> {
  const [, name = '', rest = ''] = /^([^@]*)(.*)$/s.exec(text.trim()) ?? [];
  if (!isKind(name)) {
    const message = `There is no fault "${name}". Faults: ${faultKinds.join(', ')}.`;
    return err({ code: 'unknown-kind', message });
  }
  const numbers = numbersOf(name, rest);
  if (numbers === null) {
    const { form, example } = faultForm(name);
    const message = `"${text.trim()}" is not a fault: write ${form}, for example ${example}.`;
    return err({ code: 'malformed', message });
  }
  const fault = build(name, numbers);
  const fact = outOfRange(fault);
  return fact === null ? ok(fault) : err({ code: 'out-of-range', message: fact });
}

const INTEGER = String.raw`@(\d[\d_]*)`;
const shapes: Readonly<Record<FaultKind, RegExp>> = {
  'summariser-fails': new RegExp(`^${INTEGER}$`),
  'summariser-empty': new RegExp(`^${INTEGER}$`),
  'usage-stops': new RegExp(`^${INTEGER}$`),
  'usage-starts': new RegExp(`^${INTEGER}$`),
  response: new RegExp(String.raw`^${INTEGER}\*(\d{1,3}(?:\.\d{1,6})?)$`),
  truncate: new RegExp(String.raw`^${INTEGER}=(\d[\d_]*)$`),
  compact: new RegExp(`^${INTEGER}$`),
  'keep-calibration': /^$/,
  'state-lost': new RegExp(`^${INTEGER}$`),
  window: new RegExp(String.raw`^${INTEGER}=(\d[\d_]*)$`),
};

/** The numbers after a kind; null for a malformed text. */
function numbersOf(kind: FaultKind, rest: string): readonly number[] | null {
  const found = shapes[kind].exec(rest);
  return found?.slice(1).map((digits) => Number(digits.replaceAll('_', ''))) ?? null;
}

function build(kind: FaultKind, [first = 0, second = 0]: readonly number[]): Fault {
  switch (kind) {
    case 'summariser-fails':
    case 'summariser-empty':
      return { kind, compaction: first };
    case 'usage-stops':
    case 'usage-starts':
    case 'state-lost':
    case 'compact':
      return { kind, step: first };
    case 'truncate':
      return { kind, entry: first, bytes: second };
    case 'response':
      return { kind, entry: first, factor: second };
    case 'window':
      return { kind, step: first, window: second };
    case 'keep-calibration':
      return { kind };
  }
}

function outOfRange(fault: Fault): string | null {
  const most = formatInteger(MOST);
  if ('compaction' in fault && (fault.compaction < 1 || fault.compaction > MOST)) {
    return `Compactions are counted from 1 to ${most}.`;
  }
  if ('step' in fault && fault.step > MOST) return `Steps are counted from 0 to ${most}.`;
  if ('entry' in fault && fault.entry > MOST) return `Entries are counted from 0 to ${most}.`;
  if (fault.kind === 'response' && fault.factor > MOST_FACTOR) {
    return `The factor of a response is 0 to ${MOST_FACTOR}.`;
  }
  if (fault.kind === 'truncate' && fault.bytes > MOST) {
    return `A response is cut to at most ${most} bytes.`;
  }
  if (fault.kind === 'window' && fault.window > MOST) return `A window has at most ${most} tokens.`;
  return null;
}

/** Formats a fault; {@link parseFault} reads it. */
export function formatFault(fault: Fault): string {
  switch (fault.kind) {
    case 'summariser-fails':
    case 'summariser-empty':
      return `${fault.kind}@${fault.compaction}`;
    case 'usage-stops':
    case 'usage-starts':
    case 'state-lost':
    case 'compact':
      return `${fault.kind}@${fault.step}`;
    case 'truncate':
      return `${fault.kind}@${fault.entry}=${fault.bytes}`;
    case 'response':
      return `response@${fault.entry}*${plainNumber(fault.factor)}`;
    case 'window':
      return `window@${fault.step}=${fault.window}`;
    case 'keep-calibration':
      return fault.kind;
  }
}

/** Up to six decimals, no trailing zeros, no exponent. */
const plainNumber = (value: number): string => value.toFixed(6).replace(/\.?0+$/, '');

/** Description of a fault. */
export function describeFault(fault: Fault): string {
  switch (fault.kind) {
    case 'summariser-fails':
      return `The summariser fails in the ${ordinal(fault.compaction)} compaction.`;
    case 'summariser-empty':
      return `The summariser answers with nothing in the ${ordinal(fault.compaction)} compaction.`;
    case 'usage-stops':
      return `From step ${formatInteger(fault.step)} on no response reports usage.`;
    case 'usage-starts':
      return `From step ${formatInteger(fault.step)} on every response reports usage.`;
    case 'response':
      return fault.factor === 0
        ? `The tool responses of entry ${formatInteger(fault.entry)} are removed.`
        : `The tool responses of entry ${formatInteger(fault.entry)} are ${plainNumber(fault.factor)} times their size.`;
    case 'truncate':
      return `The tool responses of entry ${formatInteger(fault.entry)} are cut to ${formatInteger(fault.bytes)} bytes each.`;
    case 'compact':
      return `The user compacts by hand before step ${formatInteger(fault.step)}.`;
    case 'state-lost':
      return `The process restarts before step ${formatInteger(fault.step)}: the policy’s state is lost.`;
    case 'window':
      return `Another model from step ${formatInteger(fault.step)} on: window and limit are ${formatInteger(fault.window)} tokens.`;
    case 'keep-calibration':
      return 'Compactions do not reset the calibration.';
  }
}

function ordinal(n: number): string {
  const tens = n % 100;
  const ending = tens > 10 && tens < 14 ? 'th' : (['th', 'st', 'nd', 'rd'][n % 10] ?? 'th');
  return `${formatInteger(n)}${ending}`;
}

const faultText = z
  .string()
  .max(100)
  .transform((text, context): Fault => {
    const parsed = parseFault(text);
    if (parsed.ok) return parsed.value;
    context.addIssue({ code: 'custom', message: parsed.error.message });
    return z.NEVER;
  });

/** Faults as texts, in links and the API: at most {@link MOST_FAULTS}. */
export const faultsSchema = z.array(faultText).max(MOST_FAULTS).readonly();

/** Effect of an injected fault. */
export interface FaultEffect {
  readonly fault: Fault;
  /** First step it touches; −1 where it never took hold. */
  readonly step: number;
  /** In words: what it did, or why it did nothing. */
  readonly text: string;
}
