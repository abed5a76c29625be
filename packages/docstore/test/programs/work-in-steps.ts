// Works in steps under a lock of a store, and says what becomes of it. With `blind` it does not ask for the lock.
import { setTimeout as wait } from 'node:timers/promises'
import { connectDocstore, DocstoreError } from '../../src/index.ts'

const [url = '', how] = process.argv.slice(2)
const say = (line: string) => process.stdout.write(`${line}\n`)
const docstore = await connectDocstore(url, { lockPatience: 1_500 })
await docstore
  .exclusively('changes', async hold => {
    hold?.signal.addEventListener('abort', () => say('told'))
    for (let step = 0; step < 12; step++) {
      if (how !== 'blind') await hold?.check()
      say(`begins ${step}`)
      await wait(200)
    }
  })
  .then(
    () => say('done'),
    (error: unknown) => say(error instanceof DocstoreError ? error.code : String(error)),
  )
await docstore.close()
