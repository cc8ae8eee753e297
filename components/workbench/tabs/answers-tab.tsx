'use client';

import { useMemo, useState } from 'react';
import { AnswerView } from '@/components/answer/answer-view';
import { Button } from '@/components/ui/button';
import { FaultNote } from '@/components/ui/fault-note';
import { FilterSelect } from '@/components/ui/filter-select';
import type { QuestionBrief } from '@/lib/api/contract/answers-contract';
import {
  answerAs,
  useBlocks,
  useQuestions,
  type SessionQuestion,
} from '@/lib/api/queries/question-queries';
import { linkLimits } from '@/lib/engine/tokens/limits/model-limits';
import { formatFault } from '@/lib/engine/replay/faults/faults';
import { useTold } from '../share/use-report';
import { useLateFrame, useWorkbench } from '../state/use-workbench';
import { StepLink } from '../step-link';

/** What a reader gave for a question's own fields, by their keys. */
type FieldValues = Readonly<Record<string, string | boolean>>;

/**
 * Every question about a session, asked of what the page shows and told as the command line, the API and
 * the report tell it.
 */
export function AnswersTab() {
  const { store } = useWorkbench();
  const { question } = useLateFrame();
  const { data, error } = useQuestions();
  const brief = data?.questions.find(({ id }) => id === question) ?? data?.questions[0];
  return (
    <div
      tabIndex={0}
      role="region"
      aria-label="Answers"
      className="min-h-0 flex-1 overflow-auto px-4 py-3 focus-visible:-outline-offset-2"
    >
      <FaultNote fault={error} className="mt-2" />
      {data === undefined || brief === undefined ? (
        error === null && <p className="text-ink2">Loading …</p>
      ) : (
        <>
          <FilterSelect
            label="Question"
            value={brief.id}
            onChange={store.showQuestion}
            options={data.questions.map(({ id, title }) => [id, title] as const)}
          />
          <QuestionPart key={brief.id} brief={brief} />
        </>
      )}
    </div>
  );
}

/** One question with its fields, and its answer. */
function QuestionPart({ brief }: { readonly brief: QuestionBrief }) {
  const [values, setValues] = useState<FieldValues>({});
  const asked = useSessionQuestion(brief, values);
  const { data, error, isPlaceholderData } = useBlocks(asked);
  const { said, busy, run } = useTold();
  const copy = (accept: string): void =>
    run('Copied.', async () => navigator.clipboard.writeText(await answerAs(asked, accept)));
  return (
    <>
      <p className="mt-2 max-w-[90ch] text-sm text-ink2">{brief.about}</p>
      <div className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-2">
        {brief.fields.map((field) => (
          <FieldView
            key={field.key}
            field={field}
            value={values[field.key]}
            onChange={(value) => setValues((before) => ({ ...before, [field.key]: value }))}
          />
        ))}
        {copies.map(([label, accept]) => (
          <Button key={label} size="small" disabled={busy} onClick={() => copy(accept)}>
            {label}
          </Button>
        ))}
        <span role="status" className="text-sm text-ink3">
          {said}
        </span>
      </div>
      <FaultNote fault={error} className="mt-2" />
      <div aria-busy={data === undefined || isPlaceholderData} className="pb-4">
        {data === undefined ? (
          error === null && <p className="mt-2 text-ink2">Reading the answer …</p>
        ) : (
          <>
            <AnswerView blocks={data.blocks} name={brief.title} links={links} />
            <p className="mt-4 text-sm text-ink3">Computed by {data.producer}.</p>
          </>
        )}
      </div>
    </>
  );
}

const links = { stepLink: (step: number) => <StepLink step={step} /> };

const copies = [
  ['Copy text', 'text/plain'],
  ['Copy Markdown', 'text/markdown'],
  ['Copy JSON', 'application/json'],
] as const;

/** The question as the API is asked it: the replay that the page shows, its step, and the fields. */
function useSessionQuestion({ id, fields }: QuestionBrief, values: FieldValues): SessionQuestion {
  const { record } = useWorkbench();
  const { policy, settings, replay, step } = useLateFrame();
  const takesStep = fields.some(({ key }) => key === 'step');
  return useMemo(
    () => ({
      id: record.row.id,
      question: id,
      body: {
        policy: policy.id,
        settings,
        faults: replay.faults.map(({ fault }) => formatFault(fault)),
        limits: linkLimits(replay.session.profile),
        ...(takesStep ? { step } : {}),
        ...Object.fromEntries(Object.entries(values).filter(([, value]) => value !== '')),
      },
    }),
    [record, id, policy, settings, replay, step, takesStep, values],
  );
}

/** A field of one of the types that a form has; others are given over the API and the command line. */
function FieldView(props: {
  readonly field: QuestionBrief['fields'][number];
  readonly value: string | boolean | undefined;
  readonly onChange: (value: string | boolean) => void;
}) {
  const { field, value, onChange } = props;
  const { key, about, type, values } = field;
  // The page's own step is asked about.
  if (key === 'step') return null;
  if (type === 'boolean') {
    return (
      <label className="flex items-center gap-1.5 text-ink2">
        <input
          type="checkbox"
          checked={value === true}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
        {about}
      </label>
    );
  }
  if (type !== 'string') return null;
  if (values !== null) {
    return (
      <FilterSelect
        label={about}
        value={String(value ?? '')}
        any="–"
        onChange={onChange}
        options={values.map((one) => [one, one] as const)}
      />
    );
  }
  return (
    <label className="flex items-center gap-1.5 text-ink2">
      {about}
      <input
        className="h-7 w-32 rounded-md border bg-panel px-1.5 text-ink"
        // A text is asked with when it is whole.
        onBlur={(event) => onChange(event.currentTarget.value.trim())}
        onKeyDown={(event) => {
          if (event.key === 'Enter') onChange(event.currentTarget.value.trim());
        }}
      />
    </label>
  );
}
