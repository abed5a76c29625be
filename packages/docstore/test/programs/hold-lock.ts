// Holds a lock of a store until it is killed.
import { connectDocstore } from '../../src/index.ts'

const docstore = await connectDocstore(process.argv[2] ?? '')
await docstore.exclusively('changes', async () => {
  process.stdout.write('held\n')
  await new Promise(resolve => setTimeout(resolve, 3_600_000))
})
