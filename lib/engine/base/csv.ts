import { withNames } from './text/control-characters';

/** A value of a CSV cell; null is an empty cell. */
type CsvValue = string | number | boolean | null;

/**
 * Places where a spreadsheet may read a formula (OWASP, "CSV injection"): at the cell's beginning, and
 * after each sign at which some spreadsheet splits cells or lines, whatever the quotes say. Full-width
 * signs count: spreadsheets of East Asia read them as the plain ones.
 */
const FORMULA = /(^|[;\t\r\n])(?=[=+\-@\uff1d\uff0b\uff0d\uff20])|^(?=[\t\r\n])/g;
const QUOTED = /[",;\t\r\n]/;

/**
 * One cell by RFC 4180. Text gets an apostrophe wherever a spreadsheet would run what follows as a
 * formula; numbers stay as they are.
 */
export function csvCell(value: CsvValue): string {
  if (value === null) return '';
  if (typeof value !== 'string') return String(value);
  const text = withNames(value.replace(FORMULA, "$1'"));
  return QUOTED.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** One record with its line end. */
export const csvRecord = (values: readonly CsvValue[]): string =>
  `${values.map(csvCell).join(',')}\r\n`;
