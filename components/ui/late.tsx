'use client';

import { useEffect, useState, type ComponentType } from 'react';
import { Button } from './button';

/** A part of a page whose code is fetched when it is first shown. */
export interface Late<Props extends object> {
  readonly Part: ComponentType<Props>;
  /** Fetches the code before it is needed; a failure is left to the part, which says it. */
  readonly fetchEarly: () => void;
}

/** Wraps the import of a component. Where its code cannot be fetched, the part says so and offers another try. */
export function late<Props extends object>(load: () => Promise<ComponentType<Props>>): Late<Props> {
  let known: ComponentType<Props> | null = null;
  const fetch = async (): Promise<ComponentType<Props>> => (known ??= await load());
  function Part(props: Props) {
    const [Loaded, setLoaded] = useState(() => known);
    const [failed, setFailed] = useState(false);
    useEffect(() => {
      if (Loaded !== null || failed) return;
      let gone = false;
      fetch().then(
        (component) => gone || setLoaded(() => component),
        () => gone || setFailed(true),
      );
      return () => {
        gone = true;
      };
    }, [Loaded, failed]);
    if (Loaded !== null) return <Loaded {...props} />;
    return failed ? <Unfetched onRetry={() => setFailed(false)} /> : <Fetching />;
  }
  const fetchEarly = (): void => void fetch().catch(() => undefined);
  return { Part, fetchEarly };
}

const Fetching = () => (
  <p role="status" className="px-4 py-3 text-ink2">
    Loading …
  </p>
);

function Unfetched({ onRetry }: { readonly onRetry: () => void }) {
  return (
    <div role="alert" className="flex flex-wrap items-center gap-3 px-4 py-3">
      <p>This part of the page could not be loaded: the server does not answer.</p>
      <Button onClick={onRetry}>Try again</Button>
    </div>
  );
}
