export { getQuestion as GET, postQuestion as POST } from '@/lib/host/server/sessions/questions';

export const dynamic = 'force-dynamic';
