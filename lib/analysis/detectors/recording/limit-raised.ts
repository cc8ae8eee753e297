import { intAt } from '@/lib/engine/base/read';
import { defineDetector } from '../detector';
import { advise, tokens } from '../finding';

/** An accepted request above the limit that was assumed: D16 of the field. */
export const limitRaised = defineDetector({
  id: 'limit-raised',
  title: 'The model takes more than its listed limit',
  definition: 'The provider accepted a request larger than the limit of the table or the import.',
  of: 'recording',
  find: ({ replay: { session }, about }) => {
    const notice = about.notices.find(({ code }) => code === 'limit-raised');
    if (notice === undefined) return null;
    const { real } = session.profile.steps;
    const most = real.reduce((best, value, step) => (value > intAt(real, best) ? step : best), 0);
    return {
      at: session.profile.stepCount === 0 ? [] : [most],
      severity: 'info',
      figures: [
        tokens('accepted', intAt(real, most)),
        ...(session.profile.head.limit === null
          ? []
          : [tokens('limit now', session.profile.head.limit.tokens)]),
      ],
      sentence: notice.message,
      advice: [advise('Set the session’s limit, or the model’s in the list of limits')],
    };
  },
});
