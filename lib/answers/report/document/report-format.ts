/** The forms of a report: two documents, the chart alone, and the rows of every step. */
export const reportFormats = ['html', 'markdown', 'svg', 'csv', 'ndjson'] as const;
export type ReportFormat = (typeof reportFormats)[number];

/** Ending and media type of a report's file. */
export const reportFiles: Readonly<
  Record<ReportFormat, { readonly ending: string; readonly type: string }>
> = {
  html: { ending: 'html', type: 'text/html; charset=utf-8' },
  markdown: { ending: 'md', type: 'text/markdown; charset=utf-8' },
  svg: { ending: 'svg', type: 'image/svg+xml; charset=utf-8' },
  csv: { ending: 'csv', type: 'text/csv; charset=utf-8' },
  ndjson: { ending: 'ndjson', type: 'application/x-ndjson; charset=utf-8' },
};

/** Colours of a chart: as the reader's system prefers, or fixed, for a picture. */
export const chartThemes = ['auto', 'light', 'dark'] as const;
export type ChartTheme = (typeof chartThemes)[number];

/** Most characters of what a user expected, in a bug report. */
export const LONGEST_EXPECTED = 2_000;
