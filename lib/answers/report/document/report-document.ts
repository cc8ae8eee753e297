import { chartPicture } from './chart/chart-picture';
import { chartSvg } from './chart/chart-svg';
import { reportHtml } from './render/report-html';
import { reportMarkdown } from './render/report-markdown';
import type { ChartTheme, ReportFormat } from './report-format';
import { reportModel } from './report-model';
import { reportCsv, reportNdjson } from './report-rows';
import { shownSubject, type ReportSubject } from './report-subject';

/** A report in one of its forms: the text of its file. */
export function reportDocument(
  subject: ReportSubject,
  format: ReportFormat,
  theme: ChartTheme,
): string {
  switch (format) {
    case 'html':
      return reportHtml(reportModel(subject));
    case 'markdown':
      return reportMarkdown(reportModel(subject));
    case 'svg':
      return `${chartSvg(chartPicture(shownSubject(subject)), theme).markup}\n`;
    case 'csv':
      return reportCsv(subject);
    case 'ndjson':
      return reportNdjson(subject);
  }
}
