import type { Session } from '@/lib/engine/session/schema';
import {
  answerLines,
  customerLines,
  multilingualVocabulary,
  recordLines,
} from './multilingual-text';
import { Recorder } from '@/lib/readers/scenarios/incident/recorder';
import type { Sample } from '@/lib/readers/scenarios/incident/sample';
import { tool } from './tool-definitions';
import { Writer } from '@/lib/readers/scenarios/incident/writer';

const SYSTEM = `You answer customers of a ticket shop in their own language: 中文、日本語、한국어. Look the order up before you answer. Stay friendly 🙂 and promise nothing that the record does not say.`;

const tools = [
  tool('orders_search', '查找订单 · 注文検索 · 주문 검색', {
    query: ['string', 'Order number or name'],
  }),
];

function build(): Session {
  const writer = new Writer(0x4e2d, multilingualVocabulary);
  const recorder = new Recorder(
    {
      id: 'cjk-emoji',
      name: 'Sample: 中文 日本語 한국어 and emoji 🎫',
      note: 'A character takes three or four bytes here, so bytes / 4 counts more than the provider does: the correction stops at its floor of 1 and compaction comes too early.',
      agent: 'Support agent (generated)',
      model: 'qwen3-32b',
      limit: 32_768,
      prefix: { system: [{ kind: 'text', text: SYSTEM }], tools },
      prefixTokens: 190,
      density: 0.74,
      spread: 0.08,
      start: '2026-03-20T01:15:00Z',
    },
    writer,
  );
  while (recorder.real < 30_500) {
    recorder.user(writer.lines(customerLines, writer.int(1, 3)));
    recorder.step();
    for (let calls = writer.int(1, 3); calls > 0; calls--) {
      const query = writer.line(writer.chance(0.5) ? '{name}' : '{10000000-99999999}');
      const result = writer.about(recordLines, writer.int(500, 2_600));
      recorder.use([{ name: 'orders_search', args: { query }, result }]);
      recorder.step();
    }
    recorder.say(writer.lines(answerLines, writer.int(1, 2)));
  }
  return recorder.finish();
}

/** Text with many bytes per token. */
export const cjkEmoji: Sample = { id: 'cjk-emoji', build };
