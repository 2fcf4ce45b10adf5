-- CreateTable
CREATE TABLE "Interrupt" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "threadId" TEXT NOT NULL,
    "invocationId" TEXT NOT NULL,
    "toolCallId" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "payload" JSONB NOT NULL,
    "expiresAt" DATETIME NOT NULL,
    "answer" JSONB,
    "answeredAt" DATETIME
);

-- CreateIndex
CREATE INDEX "Interrupt_threadId_idx" ON "Interrupt"("threadId");

-- CreateIndex
CREATE INDEX "Interrupt_invocationId_idx" ON "Interrupt"("invocationId");
