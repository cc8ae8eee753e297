import { Fragment, type ReactNode } from 'react';
import { DataTable } from '@/components/ui/grid/data-table';
import { cellColumns } from '@/components/ui/grid/column';
import { ForeignText } from '@/components/ui/text/foreign-text';
import { WordsView } from '@/components/ui/text/words-view';
import { figureText } from '@/lib/engine/base/answer/figure';
import type { Block, Cell, Choice, Column, LinkTarget } from '@/lib/answers/model/block';
import { piecesOf, type Piece, type SentenceRun } from '@/lib/answers/print/runs';
import { choiceColumns, figureColumns, placeText, sectionTitle } from '@/lib/answers/print/told';

/** What an answer's links do on the page that shows it. */
interface AnswerLinks {
  /** The link to a step; its number as text where left out. */
  readonly stepLink?: (step: number) => ReactNode;
}

/** An answer's blocks on a page; its text, Markdown and HTML are printed from the same. */
export function AnswerView(props: {
  readonly blocks: readonly Block[];
  /** Tells its tables apart for who does not see them. */
  readonly name: string;
  readonly links?: AnswerLinks;
  /** Level of the headings. */
  readonly level?: 3 | 4 | 5 | 6;
}) {
  const { blocks, name, links = {}, level = 3 } = props;
  return piecesOf(blocks).map((piece, at) => (
    <PieceView key={at} {...{ piece, name, links, level }} />
  ));
}

function PieceView(props: {
  readonly piece: Piece;
  readonly name: string;
  readonly links: AnswerLinks;
  readonly level: 3 | 4 | 5 | 6;
}) {
  const { piece, name, links, level } = props;
  switch (piece.kind) {
    case 'run':
      return <RunView {...{ run: piece, links, level }} />;
    case 'figures':
      return (
        <AnswerTable
          label={`Ledger: ${name}`}
          columns={figureColumns}
          rows={piece.rows.map(({ label, value, origin, decides }) => [
            label,
            value,
            `${origin}${decides === true ? '; it decided' : ''}`,
          ])}
        />
      );
    case 'choices':
      return <ChoicesView {...{ ...piece, name }} />;
    case 'table':
      return <AnswerTable {...{ label: piece.title ?? name, ...piece }} />;
    case 'section': {
      const Heading = `h${level}` as const;
      return (
        <section className="mt-4">
          <Heading className="font-semibold text-ink">
            <ForeignText text={sectionTitle(piece)} />
          </Heading>
          <AnswerView
            {...{ blocks: piece.blocks, name: piece.title, links }}
            level={level === 6 ? 6 : ((level + 1) as 4 | 5 | 6)}
          />
        </section>
      );
    }
    case 'text':
      return (
        <>
          <p className="mt-3 text-ink2">
            <ForeignText text={`${piece.title}:`} />
          </p>
          <pre
            tabIndex={0}
            className="mt-1 max-h-96 overflow-auto rounded-md border p-2 text-sm whitespace-pre-wrap"
          >
            <ForeignText text={piece.text} />
          </pre>
        </>
      );
  }
}

function RunView(props: {
  readonly run: SentenceRun;
  readonly links: AnswerLinks;
  readonly level: number;
}) {
  const { run, links, level } = props;
  const sentences = run.sentences.map(({ words, proof = null }, at) => (
    <Fragment key={at}>
      <WordsView words={words} even={run.lead} />
      <PlaceView place={proof} links={links} />
    </Fragment>
  ));
  if (run.lead) {
    const Heading = `h${level as 3}` as const;
    return (
      <Heading className="mt-2 text-lg font-semibold text-pretty">
        {sentences.map((one, at) => (
          <span key={at}>
            {at === 0 ? null : ' '}
            {one}
          </span>
        ))}
      </Heading>
    );
  }
  if (sentences.length === 1) return <p className="mt-2 max-w-[90ch] text-pretty">{sentences}</p>;
  return (
    <ul className="mt-2 grid max-w-[90ch] list-disc gap-1 pl-5">
      {sentences.map((one, at) => (
        <li key={at}>{one}</li>
      ))}
    </ul>
  );
}

/** The place that proves a sentence: a link where the page has one, else in brackets. */
function PlaceView({
  place,
  links,
}: {
  readonly place: LinkTarget | null;
  readonly links: AnswerLinks;
}) {
  if (place?.kind === 'step' && links.stepLink !== undefined) {
    return <> (step {links.stepLink(place.step)})</>;
  }
  return placeText(place);
}

function ChoicesView(props: {
  readonly title?: string;
  readonly choices: readonly Choice[];
  readonly name: string;
}) {
  const { title, choices, name } = props;
  if (title !== undefined) {
    return (
      <AnswerTable
        label={`${title}: ${name}`}
        columns={choiceColumns(title)}
        rows={choices.map(({ label, effect }) => [label, effect ?? '–'])}
      />
    );
  }
  return (
    <ul className="mt-2 grid max-w-[90ch] list-disc gap-1 pl-5">
      {choices.map(({ label, effect }, at) => (
        <li key={at}>
          <WordsView words={label} />
          {effect === null ? null : (
            <>
              : <WordsView words={effect} />
            </>
          )}
        </li>
      ))}
    </ul>
  );
}

function AnswerTable(props: {
  readonly label: string;
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly Cell[])[];
}) {
  const { label, columns, rows } = props;
  const heads = columns.map(({ head, number }, at) => ({
    id: String(at),
    head,
    ...(number === true ? { align: 'right' as const, cellClass: 'font-mono tabular-nums' } : {}),
  }));
  return (
    <DataTable
      label={label}
      boxRole="group"
      boxClass="mt-2 max-w-full overflow-x-auto"
      className="text-sm"
      cellClass="px-3 py-0.5 first:pl-0 align-top"
      columns={cellColumns(heads)}
      rows={rows.map((row) => row.map(cellView))}
      keyOf={(_, at) => at}
    />
  );
}

const cellView = (cell: Cell): ReactNode =>
  typeof cell === 'string' ? (
    <ForeignText text={cell} />
  ) : 'unit' in cell ? (
    figureText(cell)
  ) : (
    <WordsView words={cell} />
  );
