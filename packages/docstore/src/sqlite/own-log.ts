import { closeSync, fstatSync, readSync } from 'node:fs'
import { DocstoreError } from '../errors.ts'
import { NUMBER_AT, numberInFile, openIfThere } from './commit-number.ts'

/** The lengths of the head of a log, and of the head of each of its pages. Bytes. */
const HEAD = 32
const FRAME_HEAD = 24

/** How a log begins; the last bit says in which order its checksums take bytes. */
const MAGIC = 0x377f0682

/** The first number in a log, and how many pages the log may have. */
interface Numbered {
  readonly number: number
  readonly pages: number
}

/**
 * Refuses a file beside which there is the write-ahead log of another one, as when a backup took the place of a file
 * whose server was killed. SQLite would move that log into it, and mix both.
 *
 * A log begins when all before it is in the file. So the number of the file is that before the first number of its log,
 * or a later one, if a part of the log is moved already.
 *
 * @throws DocstoreError `DOCSTORE_LOG_FOREIGN`
 */
export function refuseForeignLog(path: string): void {
  const first = firstNumber(`${path}-wal`)
  const number = numberInFile(path)
  if (!first || number === undefined) return
  const moved = (number - first.number + 1) >>> 0
  if (moved <= first.pages) return
  throw new DocstoreError(
    'DOCSTORE_LOG_FOREIGN',
    `The log ${path}-wal does not belong to ${path}: another file, such as a backup, took the place of the one that it ` +
      `was written for. Restore backups by platform restore. To go on with the file as it is, remove ${path}-wal and ` +
      `${path}-shm`,
  )
}

/** Reads a log up to the first number in it, as far as SQLite would read it, too: up to a page that is not whole. */
function firstNumber(path: string): Numbered | undefined {
  const file = openIfThere(path)
  if (file === undefined) return undefined
  try {
    const head = read(file, 0, HEAD)
    if (!head || (head.readUInt32BE(0) & ~1) >>> 0 !== MAGIC) return undefined
    const isBigEndian = (head.readUInt32BE(0) & 1) === 1
    const sums = new Checksum(isBigEndian)
    sums.add(head, 0, 24)
    if (!sums.areAt(head, 24)) return undefined
    const size = FRAME_HEAD + head.readUInt32BE(8)
    for (let at = HEAD; ; at += size) {
      const frame = read(file, at, size)
      // The random numbers of the head are those of each page that was written since the log was begun anew.
      if (!frame || head.compare(frame, 8, 16, 16, 24) !== 0) return undefined
      sums.add(frame, 0, 8)
      sums.add(frame, FRAME_HEAD, size)
      if (!sums.areAt(frame, 16)) return undefined
      if (frame.readUInt32BE(0) === 1)
        return {
          number: frame.readInt32BE(FRAME_HEAD + NUMBER_AT),
          pages: Math.floor((fstatSync(file).size - HEAD) / size),
        }
    }
  } finally {
    closeSync(file)
  }
}

function read(file: number, at: number, length: number): Buffer | undefined {
  const bytes = Buffer.alloc(length)
  return readSync(file, bytes, 0, length, at) === length ? bytes : undefined
}

/** The checksums of a log, as https://sqlite.org/fileformat2.html#checksum_algorithm describes them. */
class Checksum {
  readonly #view: (bytes: Buffer, at: number) => number
  #first = 0
  #second = 0

  constructor(isBigEndian: boolean) {
    this.#view = isBigEndian ? (bytes, at) => bytes.readUInt32BE(at) : (bytes, at) => bytes.readUInt32LE(at)
  }

  add(bytes: Buffer, from: number, to: number): void {
    for (let at = from; at < to; at += 8) {
      this.#first = (this.#first + this.#view(bytes, at) + this.#second) >>> 0
      this.#second = (this.#second + this.#view(bytes, at + 4) + this.#first) >>> 0
    }
  }

  areAt(bytes: Buffer, at: number): boolean {
    return bytes.readUInt32BE(at) === this.#first && bytes.readUInt32BE(at + 4) === this.#second
  }
}
