/** Koog's options: HistoryCompressionConfig, as its document writes it. */
import { formatInteger } from '@/lib/engine/base/format';
import { codeSnippet, type OwnOptions } from '@/lib/engine/policy/options';
import type { KoogSettings } from './policy';

const place = { target: 'Koog', language: 'kotlin', sets: ['most', 'chunk'] } as const;

/** Options of Koog's history compression. */
export const koogOptions = ({ most, chunk, window }: KoogSettings): OwnOptions => ({
  snippets: [
    codeSnippet(place, [
      'HistoryCompressionConfig(',
      `    isHistoryTooBig = { prompt -> prompt.messages.size > ${most} },`,
      `    compressionStrategy = HistoryCompressionStrategy.${chunk === 0 ? 'WholeHistory' : `Chunked(${chunk})`},`,
      ')',
    ]),
  ],
  fixed: {
    window: `Context window ${formatInteger(window)}: the model’s own; the example does not ask for it.`,
    summaryCap: 'Koog sets no cap; the model’s own limit is one.',
  },
});
