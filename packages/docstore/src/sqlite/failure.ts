import { DocstoreError, type DocstoreErrorCode } from '../errors.ts'

/** SQLite's primary result codes that mean something to an operator. */
const MEANINGS: Readonly<Record<number, readonly [DocstoreErrorCode, string]>> = {
  5: ['DOCSTORE_LOCKED', 'another process holds the file'],
  8: ['DOCSTORE_UNWRITABLE', 'the file is read-only'],
  10: ['DOCSTORE_WRITE_FAILED', 'the disk reports an error'],
  11: ['DOCSTORE_DAMAGED', 'the file is damaged; restore it from a backup'],
  13: ['DOCSTORE_WRITE_FAILED', 'the disk is full; make room, then writes work again'],
  14: ['DOCSTORE_UNWRITABLE', 'the file cannot be opened'],
  26: ['DOCSTORE_DAMAGED', 'the file is not a document store'],
}

/** SQLite's code of an error, without its details; undefined for other errors. */
export function sqliteCode(error: unknown): number | undefined {
  return error instanceof Error && 'errcode' in error && typeof error.errcode === 'number'
    ? error.errcode & 0xff
    : undefined
}

/** The error as callers see it: SQLite's own become `DocstoreError`s, all others stay what they are. */
export function writeFailure(error: unknown): unknown {
  const code = sqliteCode(error)
  if (code === undefined) return error
  const [meaning, text] = MEANINGS[code] ?? ['DOCSTORE_WRITE_FAILED', (error as Error).message]
  return new DocstoreError(meaning, `The write was not kept: ${text}`, { cause: error })
}

/** Gives the message of anything that was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
