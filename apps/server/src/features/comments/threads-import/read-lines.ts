import { readSync } from 'node:fs'

/** One line of a file; `bytes` is `null` for a line that is too long. */
export interface FileLine {
  readonly line: number
  readonly bytes: Buffer | null
}

/** Lines read together, and how far into the file they reach. */
export interface LinesPart {
  readonly lines: readonly FileLine[]
  readonly bytesRead: number
}

const CHUNK = 256 * 1024
const LONGEST_LINE = 1024 * 1024
/** A part ends at either bound. They are small, so that the engine frees the part as young objects. */
const PART = { lines: 250, bytes: 256 * 1024 }

const NEWLINE = 0x0a
const SPACE = 0x20
const BYTE_ORDER_MARK = Buffer.of(0xef, 0xbb, 0xbf)

/** Reads the lines of an open file in parts; blank lines are counted and skipped. */
export function* readLines(fd: number): Generator<LinesPart> {
  const splitter = createSplitter()
  let part: { lines: FileLine[]; size: number } = { lines: [], size: 0 }
  let bytesRead = 0
  function* fill(split: Iterable<FileLine & { length: number }>): Generator<LinesPart> {
    for (const { line, bytes, length } of split) {
      bytesRead += length
      part.size += length
      if (bytes === null || bytes.some(byte => byte > SPACE)) part.lines.push({ line, bytes })
      if (part.lines.length < PART.lines && part.size < PART.bytes) continue
      yield { lines: part.lines, bytesRead }
      part = { lines: [], size: 0 }
    }
  }
  for (let chunk = readChunk(fd); chunk.length > 0; chunk = readChunk(fd)) yield* fill(splitter.split(chunk))
  yield* fill(splitter.end())
  yield { lines: part.lines, bytesRead }
}

/** Reads synchronously, because the thread has nothing else to do; a chunk may live long, so it is not pooled. */
function readChunk(fd: number): Buffer {
  const chunk = Buffer.allocUnsafeSlow(CHUNK)
  return chunk.subarray(0, readSync(fd, chunk))
}

interface Splitter {
  /** The lines that end within the next chunk of the file, with the bytes of each. */
  split(chunk: Buffer): Iterable<FileLine & { length: number }>
  /** The last line, if the file does not end with a newline. */
  end(): Iterable<FileLine & { length: number }>
}

function createSplitter(): Splitter {
  let line = 0
  let begun: Buffer[] = []
  let length = 0

  const finish = (last: Buffer) => {
    const whole = length + last.length
    const bytes = whole > LONGEST_LINE ? null : begun.length === 0 ? last : Buffer.concat([...begun, last])
    begun = []
    length = 0
    line += 1
    return { line, bytes: line === 1 && bytes ? withoutMark(bytes) : bytes, length: whole + 1 }
  }

  return {
    *split(chunk) {
      let start = 0
      for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
        yield finish(chunk.subarray(start, end))
        start = end + 1
      }
      const rest = chunk.subarray(start)
      length += rest.length
      // Only the length of a line that is too long is remembered.
      if (length > LONGEST_LINE) begun = []
      else if (rest.length > 0) begun.push(rest)
    },
    *end() {
      if (length > 0) yield finish(Buffer.of())
    },
  }
}

function withoutMark(bytes: Buffer): Buffer {
  return bytes.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK)
    ? bytes.subarray(BYTE_ORDER_MARK.length)
    : bytes
}
