import type { ReactNode } from 'react';
import { Button } from './button';
import { classNames } from './class-names';
import { ForeignText } from './text/foreign-text';

/** A page without content: a word above, the title, then `children`. */
export function MessagePage(props: {
  readonly above: string;
  readonly title: string;
  readonly children: ReactNode;
}) {
  return (
    <main id="main" className="mx-auto flex min-h-full max-w-xl flex-col justify-center px-6 py-12">
      <p
        className={classNames(
          'text-sm font-medium',
          props.above === 'Error' ? 'text-overflow' : 'text-ink3',
        )}
      >
        <ForeignText text={props.above} />
      </p>
      <h1 className="mt-1 text-2xl font-semibold tracking-tight">{props.title}</h1>
      {props.children}
    </main>
  );
}

/** Replaces a table with no row left by the filters. */
export function NothingFound(props: {
  readonly title: string;
  readonly text?: string;
  readonly onReset: () => void;
}) {
  return (
    <div className="mx-auto flex max-w-lg flex-1 flex-col justify-center px-6">
      <h2 className="text-xl font-semibold tracking-tight">
        <ForeignText text={props.title} />
      </h2>
      {props.text === undefined ? null : <p className="mt-1.5 text-ink2">{props.text}</p>}
      <div className="mt-4">
        <Button onClick={props.onReset}>Show all</Button>
      </div>
    </div>
  );
}
