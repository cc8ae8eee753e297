export { postSessionsQuestion as POST } from '@/lib/host/server/answers/question-route';

export const dynamic = 'force-dynamic';
