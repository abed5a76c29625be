import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { BSON } from 'mongodb'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { connectDocstore, type Docstore, isDocstoreOutage, isReadTooLong } from '../src/index.ts'

/** What the server answers to commands of a name, in place of success. */
const answers = new Map<string, object>()
const server = createServer(socket => answer(socket))
let docstore: Docstore
let unanswered: number

beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  docstore = await connectDocstore(`mongodb://127.0.0.1:${portOf()}/site`)
  docstore.onUnansweredWrite?.(() => {
    unanswered += 1
  })
})
beforeEach(() => {
  answers.clear()
  unanswered = 0
})
afterAll(async () => {
  await docstore.close()
  server.close()
})

const portOf = () => (server.address() as AddressInfo).port

function hello(): object {
  const me = `127.0.0.1:${portOf()}`
  const sizes = { maxBsonObjectSize: 2 ** 24, maxMessageSizeBytes: 48_000_000, maxWriteBatchSize: 100_000 }
  const member = { isWritablePrimary: true, setName: 'rs0', hosts: [me], primary: me, me }
  return {
    ok: 1,
    helloOk: true,
    ...member,
    ...sizes,
    maxWireVersion: 25,
    minWireVersion: 0,
    logicalSessionTimeoutMinutes: 30,
  }
}

/** Where the command begins in a message: the first one of a connection is of the older of two forms. */
const OLDER = 2004
const beginOf = (message: Buffer) => (message.readInt32LE(12) === OLDER ? message.indexOf(0, 20) + 1 + 8 : 21)

/** Answers as the one member of a replica set. */
function answer(socket: Socket): void {
  let rest = Buffer.alloc(0)
  socket.on('error', () => {})
  socket.on('data', data => {
    rest = Buffer.concat([rest, data])
    while (rest.length >= 16 && rest.length >= rest.readInt32LE(0)) {
      const message = rest.subarray(0, rest.readInt32LE(0))
      rest = rest.subarray(message.length)
      const [name = ''] = Object.keys(BSON.deserialize(message.subarray(beginOf(message))))
      socket.write(
        replyTo(message, answers.get(name) ?? (/^(hello|ismaster)$/i.test(name) ? hello() : { ok: 1, n: 1 })),
      )
    }
  })
}

function replyTo(message: Buffer, document: object): Buffer {
  const isOlder = message.readInt32LE(12) === OLDER
  const body = BSON.serialize(document)
  const head = Buffer.alloc(isOlder ? 36 : 21)
  head.writeInt32LE(head.length + body.length, 0)
  head.writeInt32LE(message.readInt32LE(4), 8)
  head.writeInt32LE(isOlder ? 1 : 2013, 12)
  if (isOlder) head.writeInt32LE(1, 32)
  return Buffer.concat([head, body])
}

const thrownBy = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => null,
    (error: unknown) => error,
  )
const things = () => docstore.collection<{ readonly _id: string }>('things')
const LATE = { code: 50, codeName: 'MaxTimeMSExpired', errmsg: 'operation exceeded time limit' }

test.each([
  ['the server gives up', { ok: 0, ...LATE }],
  ['the other members are late', { ok: 1, writeConcernError: LATE }],
])('a commit that takes too long is an outage, no long read, and may be stored: %s', async (_how, answered) => {
  answers.set('commitTransaction', answered)
  const failed = await thrownBy(docstore.transaction(session => things().insertOne({ _id: 'a' }, { session })))
  expect({ isOutage: isDocstoreOutage(failed), isTooLong: isReadTooLong(failed), unanswered }).toEqual({
    isOutage: true,
    isTooLong: false,
    unanswered: 1,
  })
})

test('a read that takes too long is no outage', async () => {
  answers.set('find', { ok: 0, ...LATE })
  const failed = await thrownBy(things().findOne({}))
  expect({ isOutage: isDocstoreOutage(failed), isTooLong: isReadTooLong(failed) }).toEqual({
    isOutage: false,
    isTooLong: true,
  })
})

test.each([6, 7, 134, 262, 9_001])('a router that does not reach a shard (%i) is an outage', async code => {
  answers.set('find', { ok: 0, code, errmsg: 'could not be reached' })
  expect(isDocstoreOutage(await thrownBy(things().findOne({})))).toBe(true)
})
