-- CreateTable
CREATE TABLE "Run" (
    "seq" SERIAL NOT NULL,
    "id" TEXT NOT NULL,
    "sessionId" TEXT NOT NULL,
    "brief" TEXT NOT NULL,
    "record" BYTEA NOT NULL,
    "createdAt" DOUBLE PRECISION NOT NULL,
    "deletedAt" DOUBLE PRECISION,

    CONSTRAINT "Run_pkey" PRIMARY KEY ("seq")
);

-- CreateTable
CREATE TABLE "Note" (
    "id" TEXT NOT NULL,
    "sessionId" TEXT NOT NULL,
    "first" INTEGER NOT NULL,
    "last" INTEGER NOT NULL,
    "text" TEXT NOT NULL,
    "createdAt" DOUBLE PRECISION NOT NULL,
    "updatedAt" DOUBLE PRECISION NOT NULL,

    CONSTRAINT "Note_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "Run_id_key" ON "Run"("id");

-- CreateIndex
CREATE INDEX "Run_sessionId_idx" ON "Run"("sessionId");

-- CreateIndex
CREATE INDEX "Run_deletedAt_seq_idx" ON "Run"("deletedAt", "seq");

-- CreateIndex
CREATE INDEX "Note_sessionId_first_idx" ON "Note"("sessionId", "first");
