/** A value of a CSV cell; null is an empty cell. */
type CsvValue = string | number | boolean | null;

/** First characters that make a spreadsheet read text as a formula (OWASP, "CSV injection"). */
const FORMULA = /^[=+\-@\t\r]/;
const QUOTED = /[",\r\n]/;

/**
 * One cell by RFC 4180. Text that a spreadsheet would run as a formula gets an apostrophe in front;
 * numbers stay as they are.
 */
export function csvCell(value: CsvValue): string {
  if (value === null) return '';
  if (typeof value !== 'string') return String(value);
  const text = FORMULA.test(value) ? `'${value}` : value;
  return QUOTED.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** One record with its line end. */
export const csvRecord = (values: readonly CsvValue[]): string =>
  `${values.map(csvCell).join(',')}\r\n`;
