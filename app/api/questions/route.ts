export { getQuestions as GET } from '@/lib/server/http/sessions/question-list';

export const dynamic = 'force-dynamic';
