import { openApiDocument, type Operation } from '@/lib/api/openapi';
import { handler, jsonText, type DescribedHandler } from './handler';
import * as corpora from './corpora/corpora';
import * as profiles from './corpora/profiles';
import * as evidence from './evidence/evidence';
import * as suppressions from './findings/suppressions';
import * as health from './health';
import * as imports from './imports/imports';
import * as ingest from './imports/ingest';
import * as mapping from './imports/mapping';
import * as limits from './limits';
import * as events from './live/events';
import * as watched from './live/watched';
import * as openScenario from './open-scenario';
import * as check from './runs/check';
import * as notes from './runs/notes';
import * as promised from './runs/promised';
import * as runs from './runs/runs';
import * as scenarios from './scenarios';
import * as compactions from './sessions/compactions';
import * as exports from './sessions/export';
import * as fit from './sessions/fit';
import * as lanes from './sessions/lanes';
import * as listing from './sessions/listing';
import * as prefix from './sessions/prefix';
import * as prices from './sessions/prices';
import * as questionList from './sessions/question-list';
import * as references from './sessions/references';
import * as bugReport from './sessions/report/bug-report';
import * as report from './sessions/report/report';
import * as sessions from './sessions/sessions';
import * as entryImage from './sessions/texts/entry-image';
import * as entrySearch from './sessions/texts/entry-search';
import * as entryText from './sessions/texts/entry-text';
import * as texts from './sessions/texts/texts';
import * as toolNames from './sessions/texts/tool-names';
import * as sizeTables from './size-tables';
import * as exportSweep from './sweeps/export-sweep';
import * as sweeps from './sweeps/sweeps';

const modules: readonly object[] = [
  bugReport,
  check,
  compactions,
  corpora,
  entryImage,
  entrySearch,
  entryText,
  events,
  evidence,
  exports,
  exportSweep,
  fit,
  health,
  imports,
  ingest,
  lanes,
  limits,
  listing,
  mapping,
  notes,
  openScenario,
  prefix,
  prices,
  profiles,
  promised,
  questionList,
  references,
  report,
  runs,
  scenarios,
  sessions,
  sizeTables,
  suppressions,
  sweeps,
  texts,
  toolNames,
  watched,
];

const isDescribed = (value: unknown): value is DescribedHandler<never> =>
  typeof value === 'function' && 'operation' in value;

/** What every handler does; the document has questions and telemetry by themselves. */
export const operations: readonly Operation[] = modules
  .flatMap((module) => Object.values(module) as unknown[])
  .flatMap((value) => (isDescribed(value) ? [value.operation] : []));

export const getOpenApi = handler(
  { at: 'GET /api/v1/openapi.json', about: 'This document.', sends: 'application/json' },
  () => Promise.resolve(jsonText(JSON.stringify(openApiDocument(operations)))),
);
