// Opens a store and keeps it open.
import { connectDocstore } from '../../src/index.ts'

await connectDocstore(process.argv[2] ?? '')
process.stdout.write('open\n')
setInterval(() => {}, 1000)
