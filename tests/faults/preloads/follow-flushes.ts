// Writes down how much of the write-ahead log the disk has for certain, so that a test can cut the power: it kills the
// server and takes the rest away. That is right while the log only grows, as it does in a short test. The disk is slow.
import fs from 'node:fs'
import { isMainThread } from 'node:worker_threads'

const file = process.env['FAULT_FLUSHED']
/** Milliseconds that each flush takes longer. */
const SLOW = Number(process.env['FAULT_FLUSH_TIME'] ?? 20)

if (isMainThread && file !== undefined) {
  const flush = fs.fdatasync
  fs.fdatasync = ((descriptor: number, done: fs.NoParamCallback) => {
    const { size } = fs.fstatSync(descriptor)
    const begin = () =>
      flush(descriptor, error => {
        if (!error) fs.writeFileSync(file, String(size))
        done(error)
      })
    setTimeout(begin, SLOW)
  }) as typeof flush
}
