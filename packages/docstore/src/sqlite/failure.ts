import { DocstoreError, type DocstoreErrorCode } from '../errors.ts'

/** SQLite's primary result codes that an operator can act on. */
const MEANINGS: Readonly<Record<number, readonly [DocstoreErrorCode, string]>> = {
  5: ['DOCSTORE_LOCKED', 'another process uses the file'],
  8: ['DOCSTORE_UNWRITABLE', 'the file is read-only'],
  10: ['DOCSTORE_WRITE_FAILED', 'the disk reports an error'],
  13: ['DOCSTORE_WRITE_FAILED', 'the disk is full; make room, then writes work again'],
  14: ['DOCSTORE_UNWRITABLE', 'the file cannot be opened'],
}

/** SQLite's primary code of an error; `undefined` for other errors. */
export function sqliteCode(error: unknown): number | undefined {
  return error instanceof Error && 'errcode' in error && typeof error.errcode === 'number'
    ? error.errcode & 0xff
    : undefined
}

/** SQLite's codes for a file that is damaged, or that is no database. */
const DAMAGED = new Set([11, 26])

/** The error of a damaged file; `undefined` when an error says something else. */
export function damageOf(path: string, error: unknown): DocstoreError | undefined {
  const code = sqliteCode(error)
  if (code === undefined || !DAMAGED.has(code)) return undefined
  const message = `${path} is not a document store, or is damaged (${messageOf(error)}); restore it from a backup, by platform restore`
  return new DocstoreError('DOCSTORE_DAMAGED', message, { cause: error })
}

/** SQLite's codes for a disk or a file that keeps nothing: read-only, failing, full, not opened. */
const LOST = new Set([8, 10, 13, 14])

/** Whether a write failed because of the disk or the file, so that other writes will fail as well. */
export function isDiskFailure(error: unknown): boolean {
  const code = sqliteCode(error)
  return code !== undefined && LOST.has(code)
}

/** Turns an error of SQLite into a `DocstoreError`. Other errors are returned unchanged. */
export function writeFailure(error: unknown): unknown {
  const code = sqliteCode(error)
  if (code === undefined) return error
  const [meaning, text] = MEANINGS[code] ?? ['DOCSTORE_WRITE_FAILED', (error as Error).message]
  return new DocstoreError(meaning, `The write was not stored: ${text}`, { cause: error })
}

/** The error of writes whose flush to the disk failed. */
export function flushFailure(cause: unknown): DocstoreError {
  return new DocstoreError(
    'DOCSTORE_WRITE_FAILED',
    `It is not known whether the write was stored, because the disk reports an error (${messageOf(cause)}); nothing ` +
      'is written until the store is opened again',
    { cause },
  )
}

/** The message of a thrown value, which may be no error. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
