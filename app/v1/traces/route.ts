export { postTraces as POST } from '@/lib/host/server/live/otlp';

export const dynamic = 'force-dynamic';
