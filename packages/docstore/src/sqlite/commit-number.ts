import { randomInt } from 'node:crypto'
import { closeSync, openSync, readSync } from 'node:fs'
import type { Connection } from './connection.ts'

/** Where the first page of a file has the number of its last commit, which SQLite calls its `application_id`. */
export const NUMBER_AT = 68

/** The length of the head of a file, and how it begins. Bytes. */
const HEAD = 100
const BEGINNING = 'SQLite format 3\0'

/**
 * Gives the present transaction the number after that of the last commit. By these numbers a file and a write-ahead log
 * are known to belong together.
 */
export function numberCommit(connection: Connection): void {
  const [last] = connection.get('PRAGMA application_id') ?? []
  // It has 32 bits, with a sign.
  connection.exec(`PRAGMA application_id = ${(Number(last) + 1) | 0}`)
}

/** Gives a file a number that no other one is near to. */
export const newNumber = (): string => `PRAGMA application_id = ${randomInt(-(2 ** 31), 2 ** 31)}`

/** The number that a file itself has, without its log; `undefined` when there is no such file, or it is no database. */
export function numberInFile(path: string): number | undefined {
  const head = Buffer.alloc(HEAD)
  const file = openIfThere(path)
  if (file === undefined) return undefined
  try {
    const isWhole = readSync(file, head, 0, HEAD, 0) === HEAD && head.toString('latin1', 0, 16) === BEGINNING
    return isWhole ? head.readInt32BE(NUMBER_AT) : undefined
  } finally {
    closeSync(file)
  }
}

export function openIfThere(path: string): number | undefined {
  try {
    return openSync(path, 'r')
  } catch (error) {
    if ((error as { code?: unknown }).code === 'ENOENT') return undefined
    throw error
  }
}
