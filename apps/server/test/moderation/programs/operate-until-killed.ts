import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { openWorkload, operate } from '../workload.ts'

const [directory, seed] = process.argv.slice(2) as [string, string]
await rm(join(directory, 'http.sock'), { force: true })
const platform = await openWorkload(directory)
await platform.services.jobs.start()
await operate(platform, {
  seed: Number(seed),
  rounds: Number.POSITIVE_INFINITY,
  done: () => {
    process.stdout.write('.')
  },
})
