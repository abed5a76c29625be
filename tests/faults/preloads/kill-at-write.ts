// Kills the server at one of its writes to the embedded store: before or after it. The test arms this by a file with
// the number of that moment; the server has two of them at each write.
import fs, { existsSync, readFileSync } from 'node:fs'
import { StatementSync } from 'node:sqlite'
import { isMainThread } from 'node:worker_threads'

const file = process.env['FAULT_KILL_AT']
const WRITE = /^(COMMIT|INSERT|UPDATE|DELETE|REPLACE|WITH .*(INSERT|UPDATE|DELETE))/is
let left = Number.NaN

/** One of the moments at which the server may be killed. */
function moment(): void {
  if (Number.isNaN(left)) left = armed()
  // A round that has ended takes the file away again.
  if (--left === 0 && existsSync(file!)) process.kill(process.pid, 'SIGKILL')
}

function armed(): number {
  try {
    return Number(readFileSync(file!, 'utf8') || Number.NaN)
  } catch {
    return Number.NaN
  }
}

if (isMainThread && file !== undefined) {
  for (const method of ['run', 'get', 'all'] as const) {
    const original = StatementSync.prototype[method] as (...given: unknown[]) => unknown
    Object.defineProperty(StatementSync.prototype, method, {
      value(this: StatementSync, ...given: unknown[]) {
        const isWrite = WRITE.test(this.sourceSQL)
        if (isWrite) moment()
        const answer = original.apply(this, given)
        if (isWrite) moment()
        return answer
      },
    })
  }
  const flush = fs.fdatasync
  fs.fdatasync = ((descriptor: number, done: fs.NoParamCallback) =>
    flush(descriptor, error => {
      moment()
      done(error)
    })) as typeof flush
}
