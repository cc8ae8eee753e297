import { figureText, type Figure } from '@/lib/answers/report/seeds/figure';

/** A computed figure; bad news has a mark of its own. */
export function FigureValue({ figure }: { readonly figure: Figure }) {
  // A unit stays with its number.
  const text = figureText(figure).replaceAll(' %', '\u00a0%');
  if (figure.bad !== true) return text;
  return (
    <span className="font-medium whitespace-nowrap text-overflow">
      <span aria-hidden="true">▲ </span>
      {text}
    </span>
  );
}
