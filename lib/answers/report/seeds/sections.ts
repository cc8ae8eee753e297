/** The sections of the page /seeds: the words of `words.json`, filled with what the core computes. */
import { bufferFigures } from './buffer-table';
import { factorFigures } from './default-factors';
import { estimatorTestFigures } from './estimator-tests';
import {
  figure,
  type ModelColumn,
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

/** The words of a table. */
interface PartWords {
  readonly id: string;
  readonly caption: string;
  readonly sources: readonly SeedSource[];
  readonly columns: readonly ModelColumn[];
  /** Cells that each row begins with. */
  readonly rows?: readonly (readonly (string | number)[])[] | undefined;
  /** Reasons why figures differ from the document's. */
  readonly reasons?: readonly string[] | undefined;
}

const figures: SeedFigures = {
  ...bufferFigures,
  ...factorFigures,
  ...estimatorTestFigures,
  ...summaryCapFigures,
  ...goatFigures,
  ...versionFigures,
  ...differenceFigures,
};

function filled({ columns, rows: begun = [], reasons = [], ...part }: PartWords): ModelTable {
  const computed = figures[part.id]?.() ?? {};
  const { rows = begun.map(() => []) } = computed;
  const cells = rows.map((row, i) => [
    ...(begun[i] ?? []).map((cell) => figure(cell, typeof cell === 'number' ? 'count' : 'tokens')),
    ...row,
  ]);
  return { ...part, columns, rows: cells, reasons: [...reasons, ...(computed.reasons ?? [])] };
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
