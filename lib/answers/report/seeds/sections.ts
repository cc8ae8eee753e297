/** The sections of the page /seeds: the words of `words.json`, filled with what the core computes. */
import { bufferFigures } from './buffer-table';
import { factorFigures } from './default-factors';
import {
  figure,
  type ModelColumn,
  type ModelList,
  type ModelTable,
  type SeedFigures,
  type SeedSource,
  type SeedsSection,
} from './figure';
import { goatFigures } from './goat/goat';
import { summaryCapFigures } from './summary-caps';
import { differenceFigures } from './versions/differences';
import { versionFigures } from './versions/versions-table';
import words from './words.json';

/** The words of a table or, without columns, of a list. */
interface PartWords {
  readonly id: string;
  readonly caption: string;
  readonly sources: readonly SeedSource[];
  readonly columns?: readonly ModelColumn[] | undefined;
  /** Cells that each row begins with. */
  readonly rows?: readonly (readonly (string | number)[])[] | undefined;
  /** Reasons why figures differ from the document's. */
  readonly reasons?: readonly string[] | undefined;
}

const figures: SeedFigures = {
  ...bufferFigures,
  ...factorFigures,
  ...summaryCapFigures,
  ...goatFigures,
  ...versionFigures,
  ...differenceFigures,
};

function filled(part: PartWords): ModelTable | ModelList {
  const { id, caption, sources, columns, rows: begun = [], reasons = [] } = part;
  const computed = figures[id]?.() ?? {};
  const { rows = begun.map(() => []), lines = [] } = computed;
  const shared = { id, caption, sources, reasons: [...reasons, ...(computed.reasons ?? [])] };
  if (columns === undefined) {
    const named = lines.map(([label, value, how]) => ({ label, figure: value, how }));
    return { kind: 'list', ...shared, lines: named };
  }
  const cells = rows.map((row, i) => [
    ...(begun[i] ?? []).map((cell) => figure(cell, typeof cell === 'number' ? 'count' : 'tokens')),
    ...row,
  ]);
  return { kind: 'table', ...shared, columns, rows: cells };
}

const sectionOf = ({ id, title, lead, parts }: (typeof words.sections)[number]): SeedsSection => ({
  id,
  title,
  lead,
  parts: parts.map(filled),
});

/** Every section in reading order. Takes seconds. */
export const seedsSections = (): readonly SeedsSection[] => words.sections.map(sectionOf);

/** One section by its id. @throws on an unknown id. */
export function seedsSection(id: string): SeedsSection {
  const section = words.sections.find((one) => one.id === id);
  if (section === undefined) throw new Error(`The page has no section ${id}`);
  return sectionOf(section);
}
