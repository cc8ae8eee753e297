/**
 * https://opentelemetry.io/docs/specs/otel/trace/sdk_exporters/stdout/
 * OpenTelemetry spans and log records without the protocol's envelope: console and file exporters of
 * the SDKs, GitHub Copilot's telemetry files, Phoenix's exports (see `flat-record`).
 */
import type { Json } from '@/lib/session/schema';
import { defineImporter } from '../../importer';
import { listOf } from '../../mechanisms/loose-json';
import { geminiCliEvent } from '../../mechanisms/spans/gemini-cli-event';
import { SpanReader } from '../../mechanisms/spans/span-reader';
import { isFlatMetric, isFlatRecord, readFlat } from './flat-record';

const id = 'otel-spans';

/** Agent's name if neither span nor resource names one. */
const FRAMEWORK = 'OpenTelemetry';

/** Reads spans and log records, one a record. */
export const otelSpans = defineImporter({
  id,
  label: 'OpenTelemetry spans, one a line',
  source: 'OpenTelemetry',
  inputs: ['jsonl', 'json'],
  sniff: ({ records }) => {
    const all = records.flatMap((record) => [record, ...listOf(record)]);
    // Gemini CLI writes its own events, with whole requests, beside its spans.
    return all.some(isFlatRecord) && !all.some((record) => geminiCliEvent(record) !== null);
  },
  start: (context) => new FlatReader(context, { format: id, agent: FRAMEWORK }),
});

class FlatReader extends SpanReader {
  record(value: Json, at: number | string): void {
    const read = readFlat(value, at);
    if (read === null) {
      const reason = isFlatMetric(value) ? 'metric' : 'neither a span nor a log record';
      this.context.receipt.drop(reason, at);
    } else if ('span' in read) this.table.span(read.span);
    else this.table.log(read.log);
  }

  protected nothing(): string {
    const { size } = this.table.spans;
    return size === 0
      ? 'The file holds no span or log record of a model call.'
      : `The file holds ${size} spans, none of which is a model call by a known convention.`;
  }
}
