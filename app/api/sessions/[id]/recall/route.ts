export { postRecall as POST } from '@/lib/host/server/sessions/recall';

export const dynamic = 'force-dynamic';
