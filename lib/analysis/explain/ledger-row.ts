import { figure, figureText, type Figure } from '@/lib/engine/base/answer/figure';
import { formatInteger } from '@/lib/engine/base/format';
import type { PartKind, RefusalDetail } from '@/lib/engine/session/schema';

/** Format of a ledger's number. */
export type LedgerUnit = 'tokens' | 'factor' | 'signed' | 'bytes' | 'count';

/** One number of a ledger: what it is, and where it came from. */
export interface LedgerRow {
  readonly id: string;
  readonly label: string;
  /** null where there is none. */
  readonly value: number | null;
  readonly unit: LedgerUnit;
  readonly origin: string;
  /** Nobody measured it. */
  readonly projected?: boolean;
  /** A count that cannot be right: shown struck, and used for nothing. */
  readonly struck?: boolean;
  /** The operand that is the decision value. */
  readonly decided?: boolean;
}

/** A ledger's number as a figure. */
export const operandFigure = ({
  value,
  unit,
  projected = false,
}: Pick<LedgerRow, 'value' | 'unit' | 'projected'>): Figure =>
  figure(value, unit === 'signed' ? 'tokens' : unit, {
    basis: projected ? 'projected' : 'computed',
    signed: unit === 'signed',
  });

/** A ledger's number as every surface prints it. */
export const operandText = (row: LedgerRow): string => figureText(operandFigure(row));

/** The request as sent, against the limit. */
export interface LedgerOverflow {
  /** `unknown`: no limit is known; `no usage`: nobody says how large it was. */
  readonly verdict: 'fits' | 'overflows' | 'refused' | 'no usage' | 'unknown';
  /** NaN where nobody says. */
  readonly real: number;
  readonly limit: number | null;
  readonly source: string;
  readonly projected: boolean;
  /** What the refusal says beside size and limit; absent where it says nothing more. */
  readonly refusal?: RefusalDetail | undefined;
}

const verdicts: Readonly<Record<LedgerOverflow['verdict'], string>> = {
  fits: 'Below the limit',
  overflows: '▲ Overflow',
  refused: '▲ Refused by the provider',
  'no usage': 'No usage: not judged against the limit',
  unknown: 'Limit unknown: overflow not judged',
};

/** The request beside the limit, in words. */
export const overflowWords = ({ verdict, real, limit }: LedgerOverflow): string =>
  verdict === 'fits' && real === limit ? 'Exactly the limit' : verdicts[verdict];

/** "▲ Refused by the provider; limit 200,000 (named by the rejection)". */
export function sentWords(sent: LedgerOverflow): string {
  const { limit, source } = sent;
  const most = limit === null ? 'the limit is not known' : `limit ${formatInteger(limit)}`;
  return `${overflowWords(sent)}${refusalWords(sent.refusal)}; ${most} (${source})`;
}

/** ", with 201,138 reserved for its response"; ", 100,918 above a limit that it does not name". */
export function refusalWords(refusal: RefusalDetail | undefined): string {
  const { reserved, over } = refusal ?? {};
  if (reserved !== undefined) return `, with ${formatInteger(reserved)} reserved for its response`;
  return over === undefined ? '' : `, ${formatInteger(over)} above a limit that it does not name`;
}

/** Entries added to the log since the step before, in heuristic tokens. */
export interface LedgerEntered {
  readonly entries: number;
  readonly kinds: readonly { readonly kind: PartKind; readonly tokens: number }[];
}
