import { parseNumber } from '@/components/ui/numbers/number-field';
import { folded } from '@/lib/engine/base/text/folded';

/** What may be meant by what was typed, beside the words of a name. */
export interface ParsedQuery {
  /** A step: "143", "step 143", "#1,430". */
  readonly step: number | null;
  /** A setting and its value, the longest name first: "window 190000", "cap = 5x", "tools off". */
  readonly settings: readonly SettingAsked[];
}

interface SettingAsked {
  /** As typed. */
  readonly name: string;
  readonly value: string;
}

const STEP = /^(?:(?:go to )?step\s*|#\s*)?(\d[\d,_ ]*)$/i;

function stepOf(text: string): number | null {
  const digits = STEP.exec(text)?.[1];
  if (digits === undefined) return null;
  const step = parseNumber(digits);
  return Number.isSafeInteger(step) ? step : null;
}

/** Reads a step, or a setting with a value, where the text can be read so. */
export function parseAsked(typed: string): ParsedQuery {
  const text = typed.trim();
  const sign = /^([^=:]*[^=:\s])\s*[=:]\s*(\S.*)$/.exec(text);
  if (sign) return { step: null, settings: [{ name: sign[1] ?? '', value: sign[2] ?? '' }] };
  const words = text.split(/\s+/);
  const settings = words
    .slice(1)
    .map((_, index) => ({
      name: words.slice(0, index + 1).join(' '),
      value: words.slice(index + 1).join(' '),
    }))
    .reverse();
  return { step: stepOf(text), settings };
}

/** What a setting can be given. */
export interface Settable {
  readonly kind: 'integer' | 'number' | 'boolean' | 'choice' | 'text';
  readonly nullable: boolean;
  readonly min: number;
  readonly max: number;
  readonly options: readonly string[];
  /** Unit of a number; nothing where it has none. */
  readonly unit?: string | undefined;
}

const flags: Readonly<Record<string, boolean>> = {
  ...{ on: true, true: true, yes: true },
  ...{ off: false, false: false, no: false },
};

/** "window 180" means 180,000: nobody has a window of fewer than a thousand tokens. */
const inThousands = ({ unit, max }: Settable, number: number): number =>
  unit === 'tokens' && number > 0 && number < 1_000 && number * 1_000 <= max
    ? number * 1_000
    : number;

/** The value that a text names for a setting; undefined if it names none that the setting takes. */
export function valueOf(
  field: Settable,
  text: string,
): number | boolean | string | null | undefined {
  const word = folded(text);
  if (field.nullable && ['none', 'off', 'null'].includes(word)) return null;
  if (field.kind === 'boolean') return flags[word];
  if (field.kind === 'choice') {
    const same = field.options.filter((option) => folded(option) === word);
    const begun = field.options.filter((option) => folded(option).startsWith(word));
    return same[0] ?? (begun.length === 1 ? begun[0] : undefined);
  }
  if (field.kind === 'text') return undefined;
  const number = inThousands(field, parseNumber(text));
  const whole = field.kind !== 'integer' || Number.isInteger(number);
  return whole && number >= field.min && number <= field.max ? number : undefined;
}
