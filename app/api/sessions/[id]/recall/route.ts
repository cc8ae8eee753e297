export { getRecall as GET, postRecall as POST } from '@/lib/host/server/sessions/recall/recall';

export const dynamic = 'force-dynamic';
