import { MongoClient } from 'mongodb'
import { afterAll, expect, test } from 'vitest'
import { testWith } from '../../../test/needs.ts'
import { connectDocstore, LONGEST_READ } from '../src/index.ts'
import { clientOptions, patientOptions } from '../src/mongo/options.ts'
import { startMongo } from './mongo.ts'

const mongo = await startMongo()
afterAll(mongo.stop)

/** The options that the driver works with. */
const optionsOf = (url: string) => new MongoClient(url, clientOptions(url)).options

test('writes wait for the journals of a majority and are sent again once, and nothing waits without end', () => {
  const options = optionsOf('mongodb://db.example/platform')
  expect(options.writeConcern).toMatchObject({ w: 'majority', journal: true, wtimeoutMS: 10_000 })
  expect(options).toMatchObject({
    retryWrites: true,
    retryReads: true,
    serverSelectionTimeoutMS: 5_000,
    waitQueueTimeoutMS: 10_000,
  })
  expect(options.readPreference.mode).toBe('primary')
})

test('an answer is awaited for longer than any read may take, so that no read is sent again because it takes long', () => {
  const { socketTimeoutMS } = optionsOf('mongodb://db.example/platform')
  expect(socketTimeoutMS).toBeGreaterThan(LONGEST_READ)
  expect(socketTimeoutMS).toBeLessThan(2 * LONGEST_READ)
})

test('every option of the URL is kept', () => {
  const given = {
    w: '1',
    journal: 'false',
    wtimeoutMS: '77',
    retryWrites: 'false',
    retryReads: 'false',
    readPreference: 'primaryPreferred',
    serverSelectionTimeoutMS: '70',
    socketTimeoutMS: '71',
    connectTimeoutMS: '72',
    waitQueueTimeoutMS: '73',
    maxPoolSize: '7',
    appName: 'other',
  }
  const options = optionsOf(`mongodb://db.example/platform?${new URLSearchParams(given)}`)
  expect(options.writeConcern).toMatchObject({ w: 1, journal: false, wtimeoutMS: 77 })
  expect(options).toMatchObject({
    retryWrites: false,
    retryReads: false,
    serverSelectionTimeoutMS: 70,
    socketTimeoutMS: 71,
    connectTimeoutMS: 72,
    waitQueueTimeoutMS: 73,
    maxPoolSize: 7,
    appName: 'other',
  })
  expect(options.readPreference.mode).toBe('primaryPreferred')
})

test.each(['wTimeoutMS', 'wtimeoutms', 'WTIMEOUTMS'])('an option of the URL is kept in any spelling (%s)', name => {
  const { writeConcern } = optionsOf(`mongodb://db.example/platform?${name}=77&JOURNAL=false`)
  expect(writeConcern).toMatchObject({ w: 'majority', journal: false, wtimeoutMS: 77 })
})

test('an option of the write concern alone does not weaken the others', () => {
  expect(optionsOf('mongodb://db.example/platform?wtimeoutMS=500').writeConcern).toMatchObject({
    w: 'majority',
    journal: true,
    wtimeoutMS: 500,
  })
  expect(optionsOf('mongodb://db.example/platform?journal=false').writeConcern).toMatchObject({
    w: 'majority',
    journal: false,
  })
})

test('making indexes takes as long as it takes, unless the URL says otherwise', () => {
  const url = 'mongodb://db.example/platform'
  expect(patientOptions(url).socketTimeoutMS).toBe(0)
  expect(patientOptions(`${url}?socketTimeoutMS=9`).socketTimeoutMS).toBeUndefined()
})

testWith(mongo)('transactions work whatever the URL says of reads', async () => {
  const url = new URL(mongo.url())
  url.searchParams.set('readPreference', 'primaryPreferred')
  const docstore = await connectDocstore(url.href)
  const things = docstore.collection<{ _id: string; n: number }>('things')
  await things.insertOne({ _id: 'a', n: 1 })
  const read = await docstore.transaction(async session => {
    await things.updateOne({ _id: 'a' }, { $inc: { n: 1 } }, { session })
    return things.findOne({ _id: 'a' }, { session })
  })
  expect(read).toEqual({ _id: 'a', n: 2 })
  await docstore.close()
})
