export { postExplain as POST } from '@/lib/host/server/sessions/explain';

export const dynamic = 'force-dynamic';
