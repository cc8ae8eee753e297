export { postLogs as POST } from '@/lib/server/http/live/otlp';

export const dynamic = 'force-dynamic';
