'use client';

import Link from 'next/link';
import { useState, type ReactNode } from 'react';
import { UndoToast } from '@/components/library/toast';
import { dateTime } from '@/components/library/table/clock';
import { Button } from '@/components/ui/button';
import { FaultNote } from '@/components/ui/fault-note';
import { saveFile } from '@/components/ui/save-file';
import { SiteHeader } from '@/components/ui/site-header';
import { ForeignText } from '@/components/ui/text/foreign-text';
import { counted, formatInteger } from '@/lib/engine/base/format';
import type { RunAnswer } from '@/lib/api/contract/run-contract';
import { useChangeRun, useRun, useRunCheck } from '@/lib/api/queries/run-queries';
import { totalName } from '@/lib/answers/report/runs/total-words';
import { RunCheckPart } from './run-check-part';
import { RunFindings } from './run-findings';
import {
  comparedAddress,
  goneWords,
  policyLabel,
  presetLabel,
  producerWords,
  runSettings,
  workbenchAddress,
} from './run-words';

/** One frozen run: what was asked, what came of it, and whether it still does. */
export function RunPage({ id }: { readonly id: string }) {
  const { data, error } = useRun(id);
  return (
    <div className="flex min-h-full flex-col">
      <SiteHeader title={data === undefined ? 'Run' : `Run ${data.run.number}`} />
      <main id="main" className="w-full max-w-6xl flex-1 px-4 py-4">
        <FaultNote fault={error} className="" />
        {data === undefined ? null : <RunBody data={data} />}
      </main>
    </div>
  );
}

function RunBody({ data }: { readonly data: RunAnswer }) {
  const { run, record } = data;
  const check = useRunCheck(run.id);
  return (
    <>
      <p className="text-sm">
        <Link href="/runs" prefetch={false} className="text-ink2 hover:text-ink">
          Runs
        </Link>
      </p>
      <div className="flex flex-wrap items-center gap-3">
        <h2 className="text-xl font-semibold tracking-tight">Run {run.number}</h2>
        <span className="text-ink2">
          frozen {dateTime(run.frozenAt)} by {producerWords(run.producer)}
        </span>
        <Actions data={data} session={check.data?.session ?? run.opens} />
      </div>
      {run.note === '' ? null : (
        <p data-note="" className="mt-2 max-w-[80ch] wrap-anywhere whitespace-pre-line">
          <ForeignText text={run.note} />
        </p>
      )}
      <RunCheckPart
        check={check.data}
        fault={check.error}
        busy={check.isFetching}
        onAgain={() => void check.refetch()}
      />
      <div className="mt-5 grid gap-x-10 gap-y-5 md:grid-cols-2">
        <Facts data={data} />
        <div className="grid content-start gap-y-5">
          <SettingsPart data={data} />
          <Part title="Result">
            {Object.entries(run.totals).map(([name, value]) => (
              <Fact key={name} name={totalName(name)}>
                {formatInteger(value)}
              </Fact>
            ))}
          </Part>
        </div>
      </div>
      <RunFindings findings={record.findings} />
    </>
  );
}

function Actions({ data, session }: { readonly data: RunAnswer; readonly session: string | null }) {
  const { run, record } = data;
  const change = useChangeRun();
  const [deleted, setDeleted] = useState(false);
  const act = (how: 'delete' | 'restore'): void =>
    change.mutate({ id: run.id, change: how }, { onSuccess: () => setDeleted(how === 'delete') });
  return (
    <span className="ml-auto flex flex-wrap items-center gap-2">
      {session === null ? null : (
        <>
          <Leads to={workbenchAddress(session, run.question)}>Open in the workbench</Leads>
          <Leads to={comparedAddress(session, run.question)}>Compare with today</Leads>
        </>
      )}
      <Button
        onClick={() =>
          saveFile(`run-${run.number}.json`, 'application/json', `${JSON.stringify(record)}\n`)
        }
      >
        Download JSON
      </Button>
      <Button variant="danger" disabled={deleted} onClick={() => act('delete')}>
        Delete
      </Button>
      <FaultNote fault={change.error} className="w-full text-sm" />
      {deleted ? (
        <UndoToast
          text={`Run ${run.number} was deleted.`}
          onUndo={() => act('restore')}
          onClose={() => undefined}
        />
      ) : null}
    </span>
  );
}

const Leads = ({ to, children }: { readonly to: string; readonly children: ReactNode }) => (
  <a
    href={to}
    className="inline-flex h-7 items-center rounded-md border border-line bg-panel px-2.5 hover:bg-sel"
  >
    {children}
  </a>
);

/** Names beside their values; two lists stand side by side, so that a narrow page leaves less for names. */
const facts =
  'grid grid-cols-[9rem_minmax(0,1fr)] gap-x-4 gap-y-1 lg:grid-cols-[12rem_minmax(0,1fr)]';

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h3 className="border-b border-line pb-1 font-semibold">{title}</h3>
      <dl className={`${facts} pt-2`}>{children}</dl>
    </section>
  );
}

const Fact = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <>
    <dt className="text-ink3">{name}</dt>
    <dd className="min-w-0 wrap-anywhere">{children}</dd>
  </>
);

const Hash = ({ of }: { readonly of: string | null }) => (
  <span className="font-mono text-xs" title={of ?? ''}>
    {of === null ? 'unknown' : of.slice(0, 16)}
  </span>
);

function Facts({ data: { run, record } }: { readonly data: RunAnswer }) {
  const { session, question, divergence } = run;
  return (
    <Part title="What was replayed">
      <Fact name="Session">
        <ForeignText text={session.name} />
        {run.listed ? null : <span className="text-ink3"> ({goneWords(run)})</span>}
      </Fact>
      <Fact name="Agent, model">{[session.agent, session.model].filter(Boolean).join(', ')}</Fact>
      <Fact name="Steps">{formatInteger(session.steps)}</Fact>
      <Fact name="Limit">
        {question.limit === null ? 'unknown' : `${formatInteger(question.limit)} tokens`}
      </Fact>
      <Fact name="Prefix">{formatInteger(question.prefixTokens)} heuristic tokens</Fact>
      <Fact name="First differing request">
        {divergence === null
          ? 'none: every request is the recorded one'
          : `step ${formatInteger(divergence)}; real tokens are projected from there`}
      </Fact>
      <Fact name="Trace (SHA-256)">
        <Hash of={session.trace} />
      </Fact>
      <Fact name="Numbers (SHA-256)">
        <Hash of={question.numbers} />
      </Fact>
      <Fact name="Result (SHA-256)">
        <Hash of={record.digests.result} />
      </Fact>
      <Fact name="Verdict">
        <ForeignText text={record.verdict} />
      </Fact>
    </Part>
  );
}

function SettingsPart({ data: { run } }: { readonly data: RunAnswer }) {
  const { question } = run;
  const settings = runSettings(question);
  const usual = settings.filter((one) => one.usual);
  const preset = presetLabel(question);
  return (
    <Part title="Policy and settings">
      <Fact name="Policy">
        {policyLabel(question)}
        {preset === null ? '' : ` · ${preset}`}
      </Fact>
      {question.faults.length === 0 ? null : (
        <Fact name="Faults">
          <span className="font-mono text-xs">{question.faults.join(' ')}</span>
        </Fact>
      )}
      {settings
        .filter((one) => !one.usual)
        .map(({ key, label, value }) => (
          <Fact key={key} name={label}>
            <span className="font-medium">{value}</span>
          </Fact>
        ))}
      {usual.length === 0 ? null : (
        <dd className="col-span-2">
          <details>
            <summary className="min-h-6 cursor-pointer text-ink2">
              {counted(usual.length, 'setting')} as the policy has{' '}
              {usual.length === 1 ? 'it' : 'them'}
            </summary>
            <dl className={`${facts} pt-1`}>
              {usual.map(({ key, label, value }) => (
                <Fact key={key} name={label}>
                  {value}
                </Fact>
              ))}
            </dl>
          </details>
        </dd>
      )}
    </Part>
  );
}
