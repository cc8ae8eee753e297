export { getQuestion as GET, postQuestion as POST } from '@/lib/server/http/sessions/questions';

export const dynamic = 'force-dynamic';
