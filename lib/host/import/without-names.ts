import type { ImportFailure } from '@/lib/host/db/imports/import-queue';
import type { Receipt, ReceiptLine } from '@/lib/importers/receipt';

/** Quotations of the trace or of a name in a message. */
const QUOTED = /“[^”]*”/g;

const plain = (message: string): string => message.replace(QUOTED, '“…”');

/** A failure without names of files and without quotations: lines and JSON paths stay. */
export const withoutNames = ({ code, message, at }: ImportFailure): ImportFailure => ({
  code,
  message: plain(message),
  ...(at !== undefined && saysNoName(at) ? { at } : {}),
});

/** A receipt likewise; every count stays. */
export const receiptWithoutNames = (receipt: Receipt): Receipt => ({
  ...receipt,
  merged: receipt.merged.map(lineWithoutNames),
  dropped: receipt.dropped.map(lineWithoutNames),
  remarks: receipt.remarks.map(plain),
});

/** A line, or a JSON path: places of files are their names. */
const saysNoName = (place: number | string): boolean =>
  typeof place === 'number' || /^\$(\.\w+|\[\d+\])*$/.test(place);

const lineWithoutNames = (line: ReceiptLine): ReceiptLine => ({
  ...line,
  reason: plain(line.reason),
  at: line.at.filter(saysNoName),
});
