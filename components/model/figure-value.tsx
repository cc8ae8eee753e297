import { figureText, type Figure } from '@/lib/report/model/figure';

/** A computed figure; bad news has a mark of its own. */
export function FigureValue({ figure }: { readonly figure: Figure }) {
  if (figure.bad !== true) return figureText(figure);
  return (
    <span className="font-medium whitespace-nowrap text-overflow">
      <span aria-hidden="true">▲ </span>
      {figureText(figure)}
    </span>
  );
}
