-- CreateTable
CREATE TABLE "Run" (
    "seq" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "id" TEXT NOT NULL,
    "sessionId" TEXT NOT NULL,
    "brief" TEXT NOT NULL,
    "record" BLOB NOT NULL,
    "createdAt" REAL NOT NULL,
    "deletedAt" REAL
);

-- CreateTable
CREATE TABLE "Note" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "sessionId" TEXT NOT NULL,
    "first" INTEGER NOT NULL,
    "last" INTEGER NOT NULL,
    "text" TEXT NOT NULL,
    "createdAt" REAL NOT NULL,
    "updatedAt" REAL NOT NULL
);

-- CreateIndex
CREATE UNIQUE INDEX "Run_id_key" ON "Run"("id");

-- CreateIndex
CREATE INDEX "Run_sessionId_idx" ON "Run"("sessionId");

-- CreateIndex
CREATE INDEX "Run_deletedAt_seq_idx" ON "Run"("deletedAt", "seq");

-- CreateIndex
CREATE INDEX "Note_sessionId_first_idx" ON "Note"("sessionId", "first");
