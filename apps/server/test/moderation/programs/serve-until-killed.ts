// Does the jobs of a data folder, and prints a dot each time comments were emptied.
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Comment } from '@platform/plugin-sdk'
import { openTestPlatform } from '@platform/server/testing'

const [directory] = process.argv.slice(2) as [string]
await rm(join(directory, 'http.sock'), { force: true })
const { platform } = await openTestPlatform({ directory })
await platform.services.jobs.start()
for (let said = 0; ; await wait(1)) {
  const emptied = await platform.docstore.collection<Comment>('comments').countDocuments({ author_id: null })
  if (emptied > said) process.stdout.write('.')
  said = emptied
}
