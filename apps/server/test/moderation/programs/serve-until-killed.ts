// Serves the jobs of a data folder, and says so each time some comments of somebody were emptied.
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Comment } from '@platform/plugin-sdk'
import { createTestPlatform } from '@platform/plugin-testing'

const [directory] = process.argv.slice(2) as [string]
await rm(join(directory, 'http.sock'), { force: true })
const platform = await createTestPlatform({ directory })
await platform.services.jobs.start()
for (let said = 0; ; await wait(1)) {
  const emptied = await platform.services.docstore.collection<Comment>('comments').countDocuments({ author_id: null })
  if (emptied > said) process.stdout.write('.')
  said = emptied
}
