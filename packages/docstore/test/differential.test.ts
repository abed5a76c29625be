import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { afterAll, describe, expect, test } from 'vitest'
import { testWith } from '../../../test/needs.ts'
import { type Collection, type CollectionIndexes, connectDocstore, type Docstore } from '../src/index.ts'
import type { Loose } from './contract/fixture.ts'
import { startMongo } from './mongo.ts'
import { createRandom, type Random } from './random.ts'
import { temporaryUrl } from './temporary.ts'

const declared: CollectionIndexes[] = [
  {
    collection: 'things',
    indexes: [
      { name: 'a', keys: { a: 1, n: -1 } },
      { name: 'b', keys: { b: -1, _id: 1 } },
      { name: 'deep', keys: { 'deep.x': 1, flag: 1 } },
      { name: 'flagged', keys: { n: 1 }, partial: { flag: true } },
      { name: 'high', keys: { n: -1, a: 1 }, partial: { n: { $gt: 1 }, a: { $exists: true } } },
      { name: 'tags', keys: { tags: 1 }, multikey: true },
      { name: 'tags_n', keys: { tags: 1, n: 1, _id: 1 }, multikey: true },
      { name: 'list', keys: { 'list.k': 1, 'list.v': 1 }, multikey: true },
    ],
  },
]

const opened: Docstore[] = []
const mongo = await startMongo()
afterAll(async () => {
  for (const docstore of opened) await docstore.close()
  await mongo.stop()
})

type Things = Collection<Loose>

async function thingsOf(url: string, indexes: CollectionIndexes[]): Promise<Things> {
  const docstore = await connectDocstore(url)
  opened.push(docstore)
  await docstore.reconcileIndexes(indexes)
  return docstore.collection<Loose>('things')
}

/** Asks both collections the same things, and has them change in the same ways. */
async function expectSame(random: Random, one: Things, other: Things, rounds: number): Promise<void> {
  const documents = random.documents(40)
  for (const things of [one, other]) {
    await things.deleteMany({})
    await things.insertMany(structuredClone(documents))
  }
  for (let round = 0; round < rounds; round += 1) {
    const filter = random.filter()
    const options = { sort: random.sort(), skip: random.below(3), limit: 1 + random.below(9) }
    const asked = async (things: Things): Promise<unknown> => ({
      all: (await things.find(filter).sort({ _id: 1 }).toArray()).map(({ _id }) => _id),
      page: (await things.find(filter, options).toArray()).map(({ _id }) => _id),
      count: await things.countDocuments(filter),
    })
    expect({ filter, options, answer: await asked(one) }).toEqual({ filter, options, answer: await asked(other) })
    if (round % 4 === 0) await expectSameChange(random, one, other)
  }
}

async function expectSameChange(random: Random, one: Things, other: Things): Promise<void> {
  const filter = random.filter()
  const update = random.update()
  const changed = async (things: Things): Promise<unknown> => {
    const result = await things.updateMany(filter, update).catch((error: Error) => error)
    // What the stores say about a refusal differs, that they refuse doesn't.
    const outcome =
      result instanceof Error ? 'refused' : { matched: result.matchedCount, modified: result.modifiedCount }
    return { outcome, documents: result instanceof Error ? [] : await things.find({}).sort({ _id: 1 }).toArray() }
  }
  const before = await one.find({}).toArray()
  expect({ filter, update, ...((await changed(one)) as object) }).toEqual({
    filter,
    update,
    ...((await changed(other)) as object),
  })
  if ((await one.countDocuments({})) !== before.length) throw new Error('an update changed the number of documents')
}

/** Compares every answer of a collection with the one that MongoDB gave to the same question. */
async function expectRecorded(seed: number, random: Random, things: Things): Promise<void> {
  const recorded = readFileSync(recordOf(seed), 'utf8').trimEnd().split('\n')
  let round = 0
  for await (const { asked, answer } of answersOf(random, things))
    expect({ ...asked, answer }).toEqual({ ...asked, answer: recorded[round++] })
  expect(round).toBe(recorded.length)
}

/** Writes the answers of MongoDB. Run the tests with `PLATFORM_TEST_RECORD=TRUE` when the questions have changed. */
async function record(seed: number, random: Random, things: Things): Promise<void> {
  const lines: string[] = []
  for await (const { answer } of answersOf(random, things)) lines.push(answer)
  writeFileSync(recordOf(seed), `${lines.join('\n')}\n`)
}

const recordOf = (seed: number) => new URL(`recorded/seed-${seed}.txt`, import.meta.url)

interface Answered {
  readonly asked: object
  readonly answer: string
}

/** Asks a collection eighty questions, and has it change after every fourth one. Each answer is a line of text. */
async function* answersOf(random: Random, things: Things): AsyncIterable<Answered> {
  await things.deleteMany({})
  await things.insertMany(random.documents(40))
  for (let round = 0; round < 80; round += 1) {
    const filter = random.filter()
    const options = { sort: random.sort(), skip: random.below(3), limit: 1 + random.below(9) }
    const ids = (found: readonly Loose[]) => found.map(({ _id }) => String(_id).replace('id-0', '')).join(' ')
    const all = ids(await things.find(filter).sort({ _id: 1 }).toArray())
    const page = ids(await things.find(filter, options).toArray())
    yield { asked: { filter, options }, answer: `${await things.countDocuments(filter)}: [${all}] [${page}]` }
    if (round % 4 === 0) yield answerOfChange(random, things)
  }
}

/** What an update changed, and a digest of every document afterwards. */
async function answerOfChange(random: Random, things: Things): Promise<Answered> {
  const [filter, update] = [random.filter(), random.update()]
  const asked = { filter, update }
  const result = await things.updateMany(filter, update).catch((error: Error) => error)
  // The stores describe a refusal differently, and a refused update may have changed some documents.
  if (result instanceof Error) {
    await things.deleteMany({})
    await things.insertMany(random.documents(40))
    return { asked, answer: 'refused' }
  }
  const documents = JSON.stringify((await things.find({}).sort({ _id: 1 }).toArray()).map(canonical))
  const digest = createHash('sha256').update(documents).digest('base64url').slice(0, 16)
  return { asked, answer: `${result.matchedCount} matched, ${result.modifiedCount} modified: ${digest}` }
}

/** A value in a form whose JSON does not depend on the order of fields, and tells dates from texts. */
function canonical(value: unknown): unknown {
  if (value instanceof Date) return { $date: value.getTime() }
  if (Array.isArray(value)) return value.map(canonical)
  if (typeof value !== 'object' || value === null) return value
  const fields = Object.entries(value).map(([name, field]) => [name, canonical(field)] as const)
  return Object.fromEntries(fields.toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

const seeds = [1, 2, 3, 4, 5]

describe('with random documents, filters, sorts and updates', () => {
  test.each(seeds)('indexes change no answer (seed %i)', async seed => {
    const indexed = await thingsOf(temporaryUrl(), declared)
    const plain = await thingsOf(temporaryUrl(), [])
    await expectSame(createRandom(seed), indexed, plain, 150)
  })

  test.each(seeds)('the embedded store answers as MongoDB answered when it was recorded (seed %i)', async seed => {
    const embedded = await thingsOf(temporaryUrl(), declared)
    await expectRecorded(seed, createRandom(seed + 100), embedded)
  })

  testWith(mongo).each(seeds)('MongoDB answers as it did when it was recorded (seed %i)', async seed => {
    const server = await thingsOf(mongo.url(), [])
    if (process.env['PLATFORM_TEST_RECORD'] === 'TRUE') await record(seed, createRandom(seed + 100), server)
    await expectRecorded(seed, createRandom(seed + 100), server)
  })
})
