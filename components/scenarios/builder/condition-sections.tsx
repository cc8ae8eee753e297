'use client';

import type { ScenarioPlan } from '@/lib/scenarios/plan';
import { CheckRow, ChoiceRow, FormRow, FormSection, NumberRow } from './form-field';
import { usePlanForm } from './plan-form';
import { policyOfPlan } from './preview';

/** Window and limits of the compaction. */
export function WindowSection() {
  const { draft, edit } = usePlanForm();
  const settings = policyOfPlan(draft).settings.parse({}) as Readonly<Record<string, unknown>>;
  return (
    <FormSection title="Window">
      <NumberRow
        label="Context window"
        hint="The most the provider accepts; the policy's window as well."
        path="window"
        unit="tokens"
        step={1_000}
        value={draft.window}
        onChange={(window) => edit({ window })}
      />
      <NumberRow
        label="WithMaxTokens"
        hint="The policy's window where it is another; 0 for none."
        path="maxTokens"
        unit="tokens"
        step={1_000}
        value={draft.maxTokens}
        onChange={(maxTokens) => edit({ maxTokens })}
      />
      {'maxTurns' in settings ? (
        <NumberRow
          label="Sliding window"
          hint="It fires above so many entries since the last compaction."
          path="maxTurns"
          unit="entries"
          value={draft.maxTurns}
          onChange={(maxTurns) => edit({ maxTurns })}
        />
      ) : null}
      {'attempts' in settings ? (
        <NumberRow
          label="Compaction attempts"
          path="attempts"
          value={draft.attempts}
          onChange={(attempts) => edit({ attempts })}
        />
      ) : null}
      {'quoteRequest' in settings ? (
        <CheckRow
          label="Continuation quotes the request"
          path="quoteRequest"
          value={draft.quoteRequest}
          onChange={(quoteRequest) => edit({ quoteRequest })}
        />
      ) : null}
    </FormSection>
  );
}

/** What every request begins with. */
export function PrefixSection() {
  const { draft, edit } = usePlanForm();
  return (
    <FormSection title="Prefix">
      <NumberRow
        label="System prompt"
        path="systemBytes"
        unit="bytes"
        step={500}
        value={draft.systemBytes}
        onChange={(systemBytes) => edit({ systemBytes })}
      />
      <NumberRow
        label="Tool definitions"
        hint="Heuristic tokens: bytes / 4 of names, descriptions and schemas."
        path="toolTokens"
        unit="tokens"
        step={500}
        value={draft.toolTokens}
        onChange={(toolTokens) => edit({ toolTokens })}
      />
    </FormSection>
  );
}

const categories = [
  ['text', 'Text'],
  ['call', 'Tool calls'],
  ['response', 'Tool answers'],
  ['inline', 'Inline data'],
  ['prefix', 'Prefix'],
] as const;

/** Real tokens per heuristic token. */
export function RatioSection() {
  const { draft, edit } = usePlanForm();
  const { ratioBy, ratio, ratios } = draft;
  return (
    <FormSection title="True ratio: real tokens per heuristic token">
      <ChoiceRow
        label="Ratio"
        hint="One for the whole request as sent, or one per category: real tokens of the whole log, from whose growth the rest is projected."
        path="ratioBy"
        value={ratioBy}
        options={[
          ['request', 'one for all'],
          ['category', 'one per category'],
        ]}
        onChange={(next) => edit({ ratioBy: next })}
      />
      {ratioBy === 'request' ? (
        <NumberRow
          label="Real / heuristic"
          path="ratio"
          unit="×"
          step={0.1}
          whole={false}
          value={ratio}
          onChange={(next) => edit({ ratio: next })}
        />
      ) : (
        categories.map(([key, label]) => (
          <NumberRow
            key={key}
            label={label}
            path={`ratios.${key}`}
            unit="×"
            step={0.1}
            whole={false}
            value={ratios[key]}
            onChange={(next) => edit({ ratios: { ...ratios, [key]: next } })}
          />
        ))
      )}
    </FormSection>
  );
}

/** Which steps report usage. */
export function UsageSection() {
  const { draft, edit } = usePlanForm();
  const { usage } = draft;
  const change = (field: Partial<ScenarioPlan['usage']>): void =>
    edit({ usage: { ...usage, ...field } });
  return (
    <FormSection title="Usage">
      <CheckRow
        label="The provider reports usage"
        path="usage.on"
        value={usage.on}
        onChange={(on) => change({ on })}
      />
      {usage.on ? (
        <>
          <NumberRow
            label="From turn"
            hint="The first turn that reports; turns count from 0."
            path="usage.from"
            value={usage.from}
            onChange={(from) => change({ from })}
          />
          <NumberRow
            label="Stops at turn"
            hint="The first turn that no longer reports; 0 for none."
            path="usage.until"
            value={usage.until}
            onChange={(until) => change({ until })}
          />
          <NumberRow
            label="Every k-th step"
            hint="k; 1 for every step, 3 for the third, the sixth and so on."
            path="usage.every"
            value={usage.every}
            onChange={(every) => change({ every })}
          />
        </>
      ) : null}
    </FormSection>
  );
}

/** What the summariser answers. */
export function SummarySection() {
  const { draft, edit } = usePlanForm();
  const { summary, summaryBytes, summaryScript } = draft;
  return (
    <FormSection title="Summariser">
      <ChoiceRow
        label="Answers with"
        path="summary"
        value={summary}
        options={[
          ['bytes', 'a fixed size'],
          ['policy', 'as much as it may'],
          ['fail', 'an error'],
          ['empty', 'nothing'],
          ['script', 'these, in order'],
        ]}
        onChange={(next) => edit({ summary: next })}
      />
      {summary === 'bytes' ? (
        <NumberRow
          label="Summary"
          path="summaryBytes"
          unit="bytes"
          step={500}
          value={summaryBytes}
          onChange={(next) => edit({ summaryBytes: next })}
        />
      ) : null}
      {summary === 'script' ? (
        <FormRow
          label="Calls, in order"
          hint="Sizes in bytes, fail or empty, separated by commas; the last repeats."
          path="summaryScript"
        >
          {({ control, error }) => (
            <input
              id={control}
              aria-describedby={error}
              autoComplete="off"
              spellCheck={false}
              value={summaryScript}
              onChange={(event) => edit({ summaryScript: event.currentTarget.value })}
              className="h-7 w-44 rounded border border-line bg-bg px-1.5 font-mono text-sm"
            />
          )}
        </FormRow>
      ) : null}
    </FormSection>
  );
}
