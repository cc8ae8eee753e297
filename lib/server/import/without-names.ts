import type { ImportFailure } from '@/lib/server/db/imports/import-queue';
import { PLACES, type Receipt, type ReceiptLine } from '@/lib/readers/importers/receipt';

/** From the first quotation of the trace or of a name to the last: what is quoted may hold quotes. */
const QUOTED = /["“].*["”]/su;

const plain = (message: string): string => message.replace(QUOTED, '“…”');

/** A receipt's reason. What follows its colon is a word of the trace, or Highwater's own refusal. */
const plainReason = (reason: string): string =>
  plain(reason.startsWith('refused: ') ? reason : reason.replace(/: .*$/su, ''));

/** A failure without names of files and without quotations: lines and JSON paths stay. */
export const withoutNames = ({ code, message, at }: ImportFailure): ImportFailure => ({
  code,
  message: plain(message),
  ...(at !== undefined && saysNoName(at) ? { at } : {}),
});

/** A receipt likewise; every count stays. */
export const receiptWithoutNames = (receipt: Receipt): Receipt => ({
  ...receipt,
  merged: linesWithoutNames(receipt.merged),
  dropped: linesWithoutNames(receipt.dropped),
  remarks: receipt.remarks.map(plain),
  ...(receipt.incomplete === undefined ? {} : { incomplete: receipt.incomplete.map(plain) }),
});

/** A line, or a JSON path: places of files are their names. */
const saysNoName = (place: number | string): boolean =>
  typeof place === 'number' || /^\$(\.\w+|\[\d+\])*$/.test(place);

/** One line for each reason that is left. */
function linesWithoutNames(lines: readonly ReceiptLine[]): readonly ReceiptLine[] {
  const found = new Map<string, ReceiptLine>();
  for (const line of lines) {
    const reason = plainReason(line.reason);
    const key = `${line.lost ?? false} ${reason}`;
    const same = found.get(key);
    const at = [...(same?.at ?? []), ...line.at.filter(saysNoName)].slice(0, PLACES);
    found.set(key, { ...line, reason, at, records: line.records + (same?.records ?? 0) });
  }
  return [...found.values()];
}
