import { agrees, figuresOf, figureText, type Figure, type SeedsSection } from '../figure';

/** A figure as a reader sees it: "20,000", "20,000 = 20k", "40,000 ≠ 20k". */
export function shown(figure: Figure): string {
  const same = agrees(figure);
  if (same === undefined || figure.said === undefined) return figureText(figure);
  return `${figureText(figure)} ${same ? '=' : '≠'} ${figure.said.text}`;
}

/** Every part of a section: its rows, one string per row; of a list, label and figure. */
export function shownSection(section: SeedsSection): Readonly<Record<string, readonly string[]>> {
  return Object.fromEntries(
    section.parts.map((part) => [
      part.id,
      part.kind === 'table'
        ? part.rows.map((row) => row.map(shown).join(' | '))
        : part.lines.map(({ label, figure }) => `${label}: ${shown(figure)}`),
    ]),
  );
}

/** Parts with a figure that differs from its document's without a reason. */
export const unexplained = (section: SeedsSection): readonly string[] =>
  section.parts
    .filter((part) => part.reasons.length === 0)
    .filter((part) => figuresOf(part).some((figure) => agrees(figure) === false))
    .map((part) => part.id);
