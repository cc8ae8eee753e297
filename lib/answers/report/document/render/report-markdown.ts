import { markdownPieces, markdownText } from '@/lib/answers/print/markdown';
import { blocksAbove, blocksBelow, bylineOf } from '../report-blocks';
import { headlineOf, type ReportModel } from '../report-model';

/** GitHub refuses an issue of more than 65,536 characters. */
const MOST_CHARACTERS = 58_000;
const LEFT_OUT = '_The rest is left out: an issue holds no more. The HTML report has all of it._';
const NO_PICTURE = '_The picture is left out: attach the SVG or the PNG._';

/** The report as Markdown for an issue: tables and lists, no HTML, no picture. */
export function reportMarkdown(model: ReportModel): string {
  const { chart } = model;
  const pieces = [
    `# ${markdownText(headlineOf(model))}`,
    markdownText(bylineOf(model)),
    ...markdownPieces(blocksAbove(model), 1),
    ...(chart === null ? [] : ['## Chart', `${markdownText(chart.description)} ${NO_PICTURE}`]),
    ...markdownPieces(blocksBelow(model), 1),
  ];
  let text = '';
  for (const piece of pieces) {
    if (text.length + piece.length > MOST_CHARACTERS) return `${text}${LEFT_OUT}\n`;
    text += `${piece}\n\n`;
  }
  return `${text.trimEnd()}\n`;
}
