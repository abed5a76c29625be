import { backUpDocstore } from '@platform/docstore'
import { z } from 'zod'
import { describeFailure } from '../runtime/failure.ts'

const order = z.object({ url: z.string(), file: z.string() })

// A process of its own makes the backup, which does not return to the event loop until it is done: the command would
// hear no signal meanwhile. The command ends this process.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {})

process.once('message', message => {
  const { url, file } = order.parse(message)
  void backUpDocstore(url, file)
    .then(
      made => ({ made }),
      (error: unknown) => ({ failure: describeFailure(error) }),
    )
    .then(answer => process.send?.(answer, () => process.exit()))
})
