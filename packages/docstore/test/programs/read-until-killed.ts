// Reads the file as another process would: each read begins before the last one has ended, or one read never ends.
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as wait } from 'node:timers/promises'

const [path = '', how = ''] = process.argv.slice(2)
const readers = [0, 1].map(() => new DatabaseSync(path, { readOnly: true, timeout: 5000 }))
const begin = (reader: DatabaseSync | undefined) => reader?.exec('BEGIN; SELECT count(*) FROM platform_index')
begin(readers[0])
process.stdout.write('reading\n')
for (let round = 1; ; round += 1) {
  await wait(20)
  if (how === 'one') continue
  begin(readers[round % 2])
  readers[(round + 1) % 2]?.exec('COMMIT')
}
