'use client';

import { useState } from 'react';
import { counted, formatInteger } from '@/lib/engine/base/format';
import { CoverageDetails } from './coverage-details';
import { coverageWords, type Coverage, type Telling } from '@/lib/tuning/evidence/coverage';

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** "Jun 2025 – Jul 2026", in UTC. */
function spanWords({ from, to }: Coverage): string {
  if (from === null || to === null) return '';
  const [first, last] = [monthWords(from), monthWords(to)];
  return first === last ? first : `${first} – ${last}`;
}

function monthWords(time: number): string {
  const date = new Date(time);
  return `${months[date.getUTCMonth()] ?? ''} ${date.getUTCFullYear()}`;
}

/** What a corpus can tell, before any number: a sentence, a bar and the parts of the corpus. */
export function CoverageBar(props: {
  readonly coverage: Coverage;
  /** Null until the sweep has ended. */
  readonly telling: Telling | null;
  /** Short names of the settings that are swept. */
  readonly names: Readonly<Record<string, string>>;
  /** The sweep is of a sample; `all`: the coverage is of all sessions nevertheless. */
  readonly sample: { readonly all: boolean } | null;
}) {
  const { coverage, telling, names, sample } = props;
  const { recorded, generated, near, overflowing, models, subAgents } = coverage;
  const [open, setOpen] = useState(false);
  const share = (count: number): string => `${(100 * count) / recorded}%`;
  const parts = [
    `${formatInteger(recorded)} recorded${generated === 0 ? '' : `, ${formatInteger(generated)} generated apart`}`,
    subAgents === 0 ? '' : counted(subAgents, 'sub-agent'),
    models.length === 0 ? '' : counted(models.length, 'model'),
    spanWords(coverage),
  ].filter((text) => text !== '');
  return (
    <section
      aria-label="Coverage"
      className="flex min-h-8 flex-wrap items-center gap-x-3.5 gap-y-1 border-b px-4 py-1.5 text-sm text-ink2"
    >
      <strong data-coverage="" className="font-semibold text-ink">
        {sample === null || sample.all || recorded === 0 ? '' : 'In the sample: '}
        {coverageWords(coverage)}
      </strong>
      {recorded === 0 ? null : (
        <span aria-hidden="true" className="flex h-2 w-40 overflow-hidden rounded-sm bg-line">
          <span className="bg-accent" style={{ width: share(overflowing) }} />
          <span
            className="bg-accent/45"
            style={{ width: share(Math.max(0, near - overflowing)) }}
          />
        </span>
      )}
      {telling === null || recorded === 0 ? null : (
        <span>
          {tellingWords(telling, names)}
          {sample === null ? '' : ' in the sample'}
        </span>
      )}
      <span className="ml-auto">{parts.join(' · ')}</span>
      <button
        type="button"
        aria-expanded={open}
        className="inline-flex min-h-6 items-center underline decoration-ink3 decoration-dotted underline-offset-2"
        onClick={() => setOpen(!open)}
      >
        {open ? 'Less' : 'More'}
      </button>
      {open ? <CoverageDetails coverage={coverage} /> : null}
    </section>
  );
}

/** "3 change with the cap, 11 with the window". */
function tellingWords({ byAxis }: Telling, names: Readonly<Record<string, string>>): string {
  return byAxis
    .map(({ setting, sessions }, at) =>
      at === 0
        ? `${formatInteger(sessions)} change${sessions === 1 ? 's' : ''} with the ${names[setting] ?? setting}`
        : `${formatInteger(sessions)} with the ${names[setting] ?? setting}`,
    )
    .join(', ');
}
