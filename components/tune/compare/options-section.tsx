'use client';

import { useMemo, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Tabs } from '@/components/ui/tabs';
import type { Settings } from '@/lib/engine/policy/fields';
import type { Policy } from '@/lib/engine/policy/policy';
import { policyOptions, type OptionSnippet } from '@/lib/answers/report/options/policy-options';
import { useCopy } from './use-copy';

/** Settings by the name under which the page offers them. */
export interface NamedSettings {
  readonly name: string;
  readonly settings: Settings;
}

/** The options of the policy as its users write them. */
export function OptionsSection(props: {
  readonly policy: Policy;
  /** Today's settings, proposed ones, tried ones; the first is shown at first. */
  readonly choices: readonly NamedSettings[];
  readonly tab: string | null;
  readonly onTab: (tab: string) => void;
}) {
  const { policy, choices, tab, onTab } = props;
  const [named, setNamed] = useState('');
  const choice = choices.find(({ name }) => name === named) ?? choices[0];
  const settings = choice?.settings;
  const options = useMemo(
    () => (settings === undefined ? null : policyOptions(policy, settings)),
    [policy, settings],
  );
  if (options === null || choice === undefined) return null;
  const { snippets, notSettable } = options;
  const open = snippets.find(({ target }) => target === tab) ?? snippets[0];
  return (
    <section aria-label="Options" className="min-w-0 border-t">
      <h2 className="sr-only">Options</h2>
      <Tabs
        label="Form of the options"
        value={open?.target ?? ''}
        onChange={onTab}
        aside={
          <select
            aria-label="Settings of the options"
            value={choice.name}
            className="h-6 rounded border border-transparent bg-transparent hover:border-line"
            onChange={(event) => setNamed(event.currentTarget.value)}
          >
            {choices.map(({ name }) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        }
        items={snippets.map((snippet) => ({
          id: snippet.target,
          label: snippet.target,
          content: <Snippet snippet={snippet} />,
        }))}
      />
      {notSettable.length === 0 ? null : (
        <ul className="px-4 pb-3 text-sm text-ink2">
          {notSettable.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Snippet({ snippet }: { readonly snippet: OptionSnippet }) {
  const { code, file, by, notes } = snippet;
  const { copied, copy } = useCopy(code);
  return (
    <div className="px-4 py-3">
      <div className="relative rounded-md border border-line bg-bg">
        <pre tabIndex={0} aria-label="Options as text" className="max-h-64 overflow-auto px-3 py-2">
          {code}
        </pre>
        <Button size="small" className="absolute top-1.5 right-1.5" onClick={copy}>
          {copied ? 'Copied' : 'Copy'}
        </Button>
      </div>
      <p className="mt-1 flex flex-wrap justify-between gap-x-3 text-sm text-ink2">
        <span>{file ?? ''}</span>
        <span>{by === 'patch' ? 'a source patch' : ''}</span>
      </p>
      {notes.map((note) => (
        <p key={note} className="text-sm text-ink2">
          {note}
        </p>
      ))}
    </div>
  );
}
