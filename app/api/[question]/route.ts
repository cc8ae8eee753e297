export { postSessionsQuestion as POST } from '@/lib/server/http/answers/question-route';

export const dynamic = 'force-dynamic';
