'use client';

import { useEffect, useLayoutEffect, useRef, useState, type ComponentType } from 'react';
import { Button } from './button';

/** A part of a page whose code is fetched when it is first shown. */
export interface Late<Props extends object> {
  readonly Part: ComponentType<Props>;
  /** Fetches the code before it is needed; a failure is left to the part, which says it. */
  readonly fetchEarly: () => void;
}

type Load<Props extends object> = () => Promise<ComponentType<Props>>;

/** Wraps the import of a component. Where its code cannot be fetched, the part says so and offers another try. */
export function late<Props extends object>(load: Load<Props>): Late<Props> {
  const code = new Code(load);
  function Part(props: Props) {
    const { Loaded, failed, retry } = useCode(code);
    if (Loaded !== null) return <Loaded {...props} />;
    return failed ? <Unfetched onRetry={retry} /> : <Fetching />;
  }
  const fetchEarly = (): void => void code.fetch().catch(() => undefined);
  return { Part, fetchEarly };
}

/**
 * Wraps the import of a part without which the page is whole: nothing stands there until the code has
 * come, and `Instead` where it cannot be fetched.
 */
export function lateAddition<Props extends object>(
  load: Load<Props>,
  Instead: ComponentType<Props>,
): Late<Props> {
  const code = new Code(load);
  function Part(props: Props) {
    const { Loaded, failed } = useCode(code);
    if (Loaded !== null) return <Loaded {...props} />;
    return failed ? <Instead {...props} /> : null;
  }
  return { Part, fetchEarly: () => void code.fetch().catch(() => undefined) };
}

const TOUCHES = ['pointerdown', 'keydown', 'focusin'] as const;

/** Fetches a part's code at the first touch of the page: it is there when it is asked for, also without a server. */
export function useFetchAtTouch(fetchEarly: () => void): void {
  useEffect(() => {
    const ends = new AbortController();
    const once = (): void => {
      ends.abort();
      fetchEarly();
    };
    for (const type of TOUCHES) window.addEventListener(type, once, { signal: ends.signal });
    return () => ends.abort();
  }, [fetchEarly]);
}

/** What every dialog takes. */
interface Closable {
  readonly onClose: () => void;
}

/** Wraps the import of a dialog, which is fetched when it is first opened, as {@link late} does a part's. */
export function lateDialog<Props extends Closable>(load: Load<Props>): ComponentType<Props> {
  const code = new Code(load);
  return function LateDialog(props: Props) {
    const giveBack = useRef<() => void>(undefined);
    const { Loaded, failed, retry } = useCode(code, giveBack);
    if (Loaded !== null) return <Loaded {...props} />;
    if (!failed) return <Opening giveBack={giveBack} onClose={props.onClose} />;
    return (
      <div className="fixed bottom-4 left-1/2 z-50 -translate-x-1/2 rounded-md border border-line bg-panel shadow-lg">
        <Unfetched onRetry={retry} onClose={props.onClose} />
      </div>
    );
  };
}

/** Code that is fetched once; after a failure it can be asked for again. */
class Code<Props extends object> {
  known: ComponentType<Props> | null = null;
  readonly #load: Load<Props>;

  constructor(load: Load<Props>) {
    this.#load = load;
  }

  async fetch(): Promise<ComponentType<Props>> {
    return (this.known ??= await this.#load());
  }
}

/** A component as soon as its code is there; `before` is called just before it is first drawn. */
function useCode<Props extends object>(
  code: Code<Props>,
  before?: { readonly current: (() => void) | undefined },
) {
  const [Loaded, setLoaded] = useState(() => code.known);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    if (Loaded !== null || failed) return;
    let gone = false;
    code.fetch().then(
      (component) => {
        if (gone) return;
        before?.current?.();
        setLoaded(() => component);
      },
      () => gone || setFailed(true),
    );
    return () => {
      gone = true;
    };
  }, [code, before, Loaded, failed]);
  return { Loaded, failed, retry: () => setFailed(false) };
}

const Fetching = () => (
  <p role="status" className="px-4 py-3 text-ink2">
    Loading …
  </p>
);

/**
 * Holds the focus until a dialog's code is there, so that what is typed for the dialog does not reach
 * the page; `giveBack` returns it to the opener, which the dialog then finds focused.
 */
function Opening(props: {
  readonly giveBack: { current: (() => void) | undefined };
  readonly onClose: () => void;
}) {
  const { giveBack, onClose } = props;
  const holder = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    const opener = document.activeElement;
    holder.current?.focus({ preventScroll: true });
    const back = (): void => {
      if (document.activeElement !== holder.current) return;
      if (opener instanceof HTMLElement) opener.focus({ preventScroll: true });
    };
    giveBack.current = back;
    return back;
  }, [giveBack]);
  return (
    <span
      ref={holder}
      tabIndex={-1}
      role="status"
      className="sr-only"
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key === 'Escape') onClose();
      }}
    >
      Loading …
    </span>
  );
}

function Unfetched(props: { readonly onRetry: () => void; readonly onClose?: () => void }) {
  const { onRetry, onClose } = props;
  return (
    <div role="alert" className="flex flex-wrap items-center gap-3 px-4 py-3">
      <p>This part of the page could not be loaded: the server does not answer.</p>
      <Button onClick={onRetry}>Try again</Button>
      {onClose === undefined ? null : (
        <Button variant="quiet" onClick={onClose}>
          Close
        </Button>
      )}
    </div>
  );
}
