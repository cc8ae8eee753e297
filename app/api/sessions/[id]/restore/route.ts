import { restoreSession } from '@/lib/api/server/sessions';

export const runtime = 'nodejs';
export const dynamic = 'force-dynamic';

export const POST = restoreSession;
