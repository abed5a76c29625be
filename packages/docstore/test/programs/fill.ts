// Writes until it fails, then says with what, and whether what was acknowledged can still be read.
import { connectDocstore } from '../../src/index.ts'

const docstore = await connectDocstore(process.argv[2] ?? '')
const things = docstore.collection<{ _id: string; text: string }>('things')
let acknowledged = 0
let code: unknown
while (code === undefined && acknowledged < 1000) {
  try {
    await things.insertOne({ _id: String(acknowledged), text: 'x'.repeat(20_000) })
    acknowledged += 1
  } catch (error) {
    code = (error as { code?: unknown }).code
  }
}
const readable = await things.countDocuments()
process.stdout.write(`${JSON.stringify({ code, isLost: readable !== acknowledged, hasWritten: acknowledged > 0 })}\n`)
process.exit(0)
