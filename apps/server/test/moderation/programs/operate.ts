// Does what many people do on the stores that the environment names, as one of several servers.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openWorkload, operate } from '../workload.ts'

const [seed, rounds] = process.argv.slice(2).map(Number)
const directory = await mkdtemp(join(tmpdir(), 'platform-operate-'))
const { PLATFORM_DOCSTORE_URL, PLATFORM_KVSTORE_URL } = process.env as Record<string, string>
{
  await using platform = await openWorkload(directory, {
    PLATFORM_DOCSTORE_URL: PLATFORM_DOCSTORE_URL!,
    PLATFORM_KVSTORE_URL: PLATFORM_KVSTORE_URL!,
  })
  await platform.services.jobs.start()
  await operate(platform, { seed: seed!, rounds: rounds! })
  await platform.services.jobs.idle()
}
await rm(directory, { recursive: true, force: true })
process.exit(0)
