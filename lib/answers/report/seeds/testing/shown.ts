import { agrees, figureText, type Figure, type SeedsSection } from '../figure';

/** A figure as a reader sees it: "20,000", "20,000 = 20k", "40,000 ≠ 20k". */
export function shown(figure: Figure): string {
  const same = agrees(figure);
  if (same === undefined || figure.said === undefined) return figureText(figure);
  return `${figureText(figure)} ${same ? '=' : '≠'} ${figure.said.text}`;
}

/** Every part of a section: its rows, one string per row. */
export const shownSection = (section: SeedsSection): Readonly<Record<string, readonly string[]>> =>
  Object.fromEntries(
    section.parts.map(({ id, rows }) => [id, rows.map((row) => row.map(shown).join(' | '))]),
  );

/** Parts with a figure that differs from its document's without a reason. */
export const unexplained = (section: SeedsSection): readonly string[] =>
  section.parts
    .filter(({ reasons, rows }) => reasons.length === 0 && rows.flat().some(differs))
    .map(({ id }) => id);

const differs = (figure: Figure): boolean => agrees(figure) === false;
