// Does one thing on the data of a folder, and is killed right after its n-th write.
import { StatementSync } from 'node:sqlite'
import { type Act, act } from '../acts.ts'
import { openWorkload } from '../workload.ts'

const [directory, name, at, every] = process.argv.slice(2) as [string, Act, string, 'commit' | 'statement']
const platform = await openWorkload(directory)

const writes = every === 'commit' ? /^COMMIT/ : /^(COMMIT|INSERT|UPDATE|DELETE|REPLACE|WITH .*(INSERT|UPDATE|DELETE))/is
let left = Number(at)
for (const method of ['run', 'get', 'all'] as const) {
  const original = StatementSync.prototype[method] as (...given: unknown[]) => unknown
  Object.defineProperty(StatementSync.prototype, method, {
    value(this: StatementSync, ...given: unknown[]) {
      const answer = original.apply(this, given)
      if (writes.test(this.sourceSQL) && --left === 0) process.kill(process.pid, 'SIGKILL')
      return answer
    },
  })
}
await act(platform, name)
process.exit(0)
